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

/** Keywords that refuse null whatever the type of their node says. */
const DECIDING: readonly string[] = ['const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];

function nullable(node: JsonSchemaNode): JsonSchemaNode {
  const { description, ...rest } = node;
  // A node without any constraint allows null already.
  if (Object.keys(rest).length === 0) return node;
  const deciding = DECIDING.filter((keyword) => keyword in rest);
  if (deciding.length === 0) return nullableValue(node);
  const [keyword = ''] = deciding;
  const branches = rest[keyword];
  const isOneChoice = deciding.length === 1 && !('type' in rest || 'enum' in rest) && /^(?:any|one)Of$/.test(keyword);
  if (isOneChoice && Array.isArray(branches)) return { ...node, [keyword]: [...(branches as unknown[]), NULL] };
  return { anyOf: [rest, NULL], ...(description !== undefined && { description }) };
}

const NULL: JsonSchemaNode = Object.freeze({ type: 'null' });

function nullableValue(node: JsonSchemaNode): JsonSchemaNode {
  const { type, enum: values } = node;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return {
    ...node,
    ...(type !== undefined && !types.includes('null') && { type: [...types, 'null'] }),
    // An enum refuses null whatever the type says.
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as unknown[]), null] }),
  };
}
