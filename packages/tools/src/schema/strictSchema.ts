import { mapNodes } from './finishSchema.js';
import type { JsonSchemaNode } from './JsonSchemaNode.js';

/**
 * Rewrites a schema for providers whose strict mode wants every property required and every object closed: what was
 * optional may be null instead, which means that it was left out (TX-20).
 */
export function strictSchema(schema: JsonSchemaNode): JsonSchemaNode {
  return mapNodes(schema, (node) => {
    const properties = node['properties'] as Readonly<Record<string, JsonSchemaNode>> | undefined;
    if (properties === undefined) return node;
    const required = new Set((node['required'] ?? []) as readonly string[]);
    const entries = Object.entries(properties).map(([name, child]) => [
      name,
      required.has(name) ? child : nullable(child),
    ]);
    return {
      ...node,
      properties: Object.fromEntries(entries),
      required: Object.keys(properties),
      additionalProperties: false,
    };
  }) as JsonSchemaNode;
}

/** Whether this is the strict form of a schema, both as text. */
export function isStrictFormOf(text: string, schema: string): boolean {
  return text === JSON.stringify(strictSchema(JSON.parse(schema) as JsonSchemaNode));
}

function nullable(node: JsonSchemaNode): JsonSchemaNode {
  const { type, enum: values } = node;
  // An enum refuses null whatever the type says.
  const listed = Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {};
  if (typeof type === 'string') return { ...node, type: type === 'null' ? type : [type, 'null'], ...listed };
  if (Array.isArray(type))
    return { ...node, type: type.includes('null') ? type : [...(type as unknown[]), 'null'], ...listed };
  if (Array.isArray(values)) return { ...node, ...listed };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = node[keyword];
    if (Array.isArray(branches)) return { ...node, [keyword]: [...(branches as unknown[]), { type: 'null' }] };
  }
  const { description, ...rest } = node;
  // A node without any constraint allows null already.
  if (Object.keys(rest).length === 0) return node;
  return { anyOf: [rest, { type: 'null' }], ...(description !== undefined && { description }) };
}
