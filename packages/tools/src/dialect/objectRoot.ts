import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { resolveReference } from '../schema/resolveReference.js';

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * A schema whose root is an object that lists its properties, as providers want it. Alternatives and parts at the root are
 * merged: a property is required where all parts of an alternative require it; the check of the arguments still tells the
 * alternatives apart. A schema that is one already is returned as it is.
 */
export function objectRoot(schema: JsonSchemaNode): JsonSchemaNode {
  if (schema['type'] === 'object' && schema['properties'] !== undefined && !combinesAtRoot(schema)) return schema;
  const merged = mergeAtRoot(schema, schema, new Set());
  const { $schema, type: _type, properties, ...rest } = merged;
  return {
    ...($schema !== undefined && { $schema }),
    type: 'object',
    ...(schema['$defs'] !== undefined && { $defs: schema['$defs'] }),
    properties: properties ?? {},
    ...withoutDefinitions(rest),
  };
}

function withoutDefinitions({ $defs: _definitions, ...rest }: JsonSchemaNode): JsonSchemaNode {
  return rest;
}

function mergeAtRoot(node: JsonSchemaNode, root: JsonSchemaNode, seen: Set<string>): JsonSchemaNode {
  const { $ref: reference, allOf, anyOf, oneOf, enum: _enum, const: _const, not: _not, ...own } = node;
  const target = typeof reference === 'string' && !seen.has(reference) ? resolveReference(root, reference) : undefined;
  let result: JsonSchemaNode = own;
  if (target) result = both(result, mergeAtRoot(target, root, new Set([...seen, reference as string])));
  const parts = (branches: unknown): readonly JsonSchemaNode[] =>
    Array.isArray(branches) ? branches.map((branch: JsonSchemaNode) => mergeAtRoot(branch, root, seen)) : [];
  result = parts(allOf).reduce(both, result);
  for (const branches of [parts(anyOf), parts(oneOf)]) {
    if (branches.length > 0) result = both(result, branches.reduce(either));
  }
  return result;
}

function propertiesOf(node: JsonSchemaNode): Readonly<Record<string, JsonSchemaNode>> {
  return (node['properties'] ?? {}) as Readonly<Record<string, JsonSchemaNode>>;
}

function requiredOf(node: JsonSchemaNode): readonly string[] {
  return (node['required'] ?? []) as readonly string[];
}

/** What satisfies both. */
function both(a: JsonSchemaNode, b: JsonSchemaNode): JsonSchemaNode {
  const required = [...new Set([...requiredOf(a), ...requiredOf(b)])];
  return combined(a, b, required, (left) => left);
}

/** What satisfies one of them. */
function either(a: JsonSchemaNode, b: JsonSchemaNode): JsonSchemaNode {
  const others = new Set(requiredOf(b));
  const required = requiredOf(a).filter((name) => others.has(name));
  return combined(a, b, required, (left, right) =>
    JSON.stringify(left) === JSON.stringify(right) ? left : { anyOf: [left, right] },
  );
}

function combined(
  a: JsonSchemaNode,
  b: JsonSchemaNode,
  required: readonly string[],
  join: (left: JsonSchemaNode, right: JsonSchemaNode) => JsonSchemaNode,
): JsonSchemaNode {
  const left = propertiesOf(a);
  const properties: Record<string, JsonSchemaNode> = { ...left };
  for (const [name, node] of Object.entries(propertiesOf(b))) {
    const known = Object.hasOwn(left, name) ? left[name] : undefined;
    properties[name] = known ? join(known, node) : node;
  }
  const closed = a['additionalProperties'] === false && b['additionalProperties'] === false;
  const { additionalProperties: _a, ...restOfA } = a;
  const { additionalProperties: _b, ...restOfB } = b;
  return { ...restOfB, ...restOfA, properties, required, ...(closed && { additionalProperties: false }) };
}

/** Whether a schema has alternatives or parts at its root. */
export function combinesAtRoot(schema: JsonSchemaNode): boolean {
  return schema['$ref'] !== undefined || COMBINATORS.some((keyword) => schema[keyword] !== undefined);
}
