import { mapNodes } from '../schema/finishSchema.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { strictSchema } from '../schema/strictSchema.js';
import { combinesAtRoot, objectRoot } from './objectRoot.js';

/** What strict mode knows; every other keyword is refused by it. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['$defs', '$ref', 'type', 'title', 'description', 'enum', 'const', 'anyOf'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]);

const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);

/** Keywords that say what no other keyword can say; without them the model could not know what is asked for. */
const NEEDED: readonly string[] = ['not', 'if', 'patternProperties', 'dependentSchemas', 'allOf'];

/**
 * The schema as OpenAI's strict mode wants it: closed objects, all properties required and nullable where they were
 * optional, only known keywords. What is dropped (lengths of texts, default values, uniqueness) is checked by the tool.
 *
 * @returns undefined if strict mode cannot say what the schema says
 */
export function openAiStrictSchema(schema: JsonSchemaNode): JsonSchemaNode | undefined {
  let possible = !combinesAtRoot(schema);
  const known = mapNodes(objectRoot(schema), (node) => {
    if (NEEDED.some((keyword) => keyword in node) || !isClosedType(node)) possible = false;
    return possible ? withKnownKeywords(tupleAsArray(oneOfAsAnyOf(node))) : node;
  }) as JsonSchemaNode;
  return possible ? strictSchema(known) : undefined;
}

/** Whether a node says what its values are: neither anything, nor an object with any keys, nor an array of anything. */
function isClosedType(node: JsonSchemaNode): boolean {
  const { type, additionalProperties, properties } = node;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  if (types.includes('object')) {
    return properties !== undefined && (additionalProperties === undefined || additionalProperties === false);
  }
  if (types.includes('array')) return node['items'] !== undefined || node['prefixItems'] !== undefined;
  return type !== undefined || ['enum', 'const', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in node);
}

function oneOfAsAnyOf({ oneOf, ...node }: JsonSchemaNode): JsonSchemaNode {
  return oneOf === undefined ? node : { ...node, anyOf: oneOf };
}

/** A tuple becomes an array of its length whose items may be any of its types. */
function tupleAsArray({ prefixItems, ...node }: JsonSchemaNode): JsonSchemaNode {
  if (!Array.isArray(prefixItems)) return node;
  const distinct = new Map(prefixItems.map((item: JsonSchemaNode) => [JSON.stringify(item), item]));
  const kinds = [...distinct.values()];
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  return { ...node, items, minItems: node['minItems'] ?? prefixItems.length, maxItems: prefixItems.length };
}

function withKnownKeywords(node: JsonSchemaNode): JsonSchemaNode {
  const kept = Object.entries(node).filter(
    ([keyword, value]) => KEYWORDS.has(keyword) && (keyword !== 'format' || FORMATS.has(value)),
  );
  return Object.fromEntries(kept);
}
