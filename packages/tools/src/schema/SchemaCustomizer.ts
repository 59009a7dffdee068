import type { JsonSchemaNode } from './JsonSchemaNode.js';

/** A parameter whose schema is written, and whose it is. */
export interface SchemaParameter {
  readonly toolName: string;
  /** The key in the arguments. */
  readonly name: string;
  readonly required: boolean;
}

/**
 * Changes the schemas that are generated for tools (TX-21): those of methods and of functions with a type or a schema of
 * a library, not those that were written by hand. Several run in order, each on what the one before returned. Arguments
 * are checked against the result, except by libraries that check them themselves.
 *
 * Nodes are frozen or shared; a customizer returns a changed copy, always the same for the same node. Objects that it
 * adds are closed for unknown keys unless it says otherwise (JS-08).
 */
export abstract class SchemaCustomizer {
  /** The node to use for a parameter, before the schema is put together; default the node itself. */
  customizeParameter(node: JsonSchemaNode, _parameter: SchemaParameter): JsonSchemaNode {
    return node;
  }

  /** The schema to use for all arguments of a tool; its keywords win over the generated ones. Default the schema itself. */
  customizeRoot(schema: JsonSchemaNode, _toolName: string): JsonSchemaNode {
    return schema;
  }
}

/** @internal The customizers for one tool; the schema itself without any. */
export function customizeSchema(
  root: JsonSchemaNode,
  customizers: readonly SchemaCustomizer[],
  toolName: string,
): JsonSchemaNode {
  if (customizers.length === 0) return root;
  const required = new Set((root['required'] ?? []) as readonly string[]);
  let { properties } = root as { readonly properties?: Readonly<Record<string, JsonSchemaNode>> };
  if (properties) {
    const customized = Object.entries(properties).map(([name, node]): [string, JsonSchemaNode] => {
      const parameter = { toolName, name, required: required.has(name) };
      return [name, customizers.reduce((result, next) => next.customizeParameter(result, parameter), node)];
    });
    properties = Object.fromEntries(customized);
  }
  return customizers.reduce<JsonSchemaNode>(
    (result, next) => next.customizeRoot(result, toolName),
    properties ? { ...root, properties } : root,
  );
}
