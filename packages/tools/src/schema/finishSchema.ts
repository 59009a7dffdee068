import type { JsonSchemaNode } from './JsonSchemaNode.js';

/** Returns a copy of a schema in which every node went through `change`, children first. */
export function mapNodes(node: unknown, change: (node: JsonSchemaNode) => JsonSchemaNode): unknown {
  if (Array.isArray(node)) return node.map((child: unknown) => mapNodes(child, change));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([keyword, value]: [string, unknown]) => {
    if (NODE_KEYWORDS.has(keyword)) return [keyword, mapNodes(value, change)];
    if (!NODE_MAP_KEYWORDS.has(keyword) || typeof value !== 'object' || value === null) return [keyword, value];
    // Keys in here are names of properties or definitions, not keywords.
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, mapNodes(child, change)]))];
  });
  return change(Object.fromEntries(entries) as JsonSchemaNode);
}

const NODE_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
]);

const NODE_MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Forbids unknown keys in every node that lists properties and does not decide that itself (JS-08). */
export function closeObjects(schema: JsonSchemaNode): JsonSchemaNode {
  return mapNodes(schema, (node) =>
    'properties' in node && !('additionalProperties' in node) ? { ...node, additionalProperties: false } : node,
  ) as JsonSchemaNode;
}

/** Undoes {@link closeObjects}: unknown keys are dropped before the check, not held against the model (MT-25). */
export function openObjects(schema: JsonSchemaNode): JsonSchemaNode {
  return mapNodes(schema, (node) => {
    if (node['additionalProperties'] !== false || !('properties' in node)) return node;
    const { additionalProperties: _closed, ...open } = node;
    return open;
  }) as JsonSchemaNode;
}

/** Writes the names of types in upper case, as one provider wants them (JS-10). */
export function upperCaseTypes(schema: JsonSchemaNode): JsonSchemaNode {
  return mapNodes(schema, (node) => {
    const type = node['type'];
    if (typeof type === 'string') return { ...node, type: type.toUpperCase() };
    return Array.isArray(type) ? { ...node, type: type.map((name) => String(name).toUpperCase()) } : node;
  }) as JsonSchemaNode;
}

/** Removes `format` from the parameters themselves, because some models reject it there (JS-14). */
export function dropParameterFormats(properties: Readonly<Record<string, JsonSchemaNode>>): JsonSchemaNode {
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]) => {
      const { format: _format, ...rest } = node;
      return [name, rest];
    }),
  );
}
