import type { AbstractClassType } from '@toolwright/core';
import type { JsonSchemaNode } from './JsonSchemaNode.js';

/**
 * A type that only the schema build could read, as the schema that it wrote. Nodes carry {@link TYPE_HINT} where JSON
 * says less than the declaration.
 */
export interface DeclaredType {
  readonly kind: 'declared';
  readonly node: JsonSchemaNode;
  /** What `#/$defs/…` in the node and in the definitions refers to. */
  readonly definitions: Readonly<Record<string, JsonSchemaNode>>;
  /** The class that values are instances of, where the node alone says what its properties are: a generic one. */
  readonly instanceOf?: AbstractClassType;
}

/**
 * The keyword that says what a value is in the program: `Date`, `bigint`, `bytes`, `Map`, `Set`, `class Name`, or
 * `instance Name` for a generic class. It is never sent to a model.
 */
export const TYPE_HINT = 'x-toolwright-type';

/** The node behind a reference; the node itself if it is none. */
export function dereference(node: JsonSchemaNode, type: DeclaredType): JsonSchemaNode {
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  return type.definitions[reference.slice('#/$defs/'.length)] ?? {};
}
