import { IllegalStateException } from '@toolwright/core';
import { closeObjects, dropParameterFormats } from '../schema/finishSchema.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { SchemaWriter } from '../schema/SchemaWriter.js';
import type { ValueSlot } from '../schema/ValueType.js';

/**
 * Adds properties to an object schema. Everything else of it stays as it is; the definitions of the new nodes go to its
 * `$defs`, under another name where one is taken.
 */
export function augmentSchema(base: JsonSchemaNode, slots: readonly ValueSlot[]): JsonSchemaNode {
  const writer = new SchemaWriter('publication');
  const { properties, required } = writer.object(slots.map(withoutBlankDescription));
  const added = closeObjects({
    properties: dropParameterFormats(properties as Readonly<Record<string, JsonSchemaNode>>),
    $defs: writer.definitions,
    additionalProperties: false,
  });
  const known = asRecord(base['$defs']);
  const { $defs, properties: nodes } = withFreeNames(added, known);
  const newlyRequired = required as readonly string[];
  const formerlyRequired = Array.isArray(base['required']) ? (base['required'] as readonly string[]) : [];
  return {
    ...base,
    ...(Object.keys($defs as object).length > 0 && { $defs: { ...known, ...($defs as object) } }),
    properties: { ...asRecord(base['properties']), ...(nodes as object) },
    ...(newlyRequired.length > 0 && { required: [...formerlyRequired, ...newlyRequired] }),
  };
}

/**
 * Reads a schema that describes an object.
 *
 * @throws {IllegalStateException} `Failed to parse JSON Schema`
 */
export function parseObjectSchema(inputSchema: string): JsonSchemaNode {
  let schema: unknown;
  try {
    schema = JSON.parse(inputSchema);
  } catch (cause) {
    throw new IllegalStateException('Failed to parse JSON Schema', { cause });
  }
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema as JsonSchemaNode;
  throw new IllegalStateException('Failed to parse JSON Schema');
}

function withoutBlankDescription(slot: ValueSlot): ValueSlot {
  if (slot.description !== '') return slot;
  const { description: _blank, ...rest } = slot;
  return rest;
}

/** Renames the definitions whose names the schema uses for something else already. */
function withFreeNames(added: JsonSchemaNode, known: JsonSchemaNode): JsonSchemaNode {
  const definitions = asRecord(added['$defs']);
  const renamed = new Map<string, string>();
  for (const [name, node] of Object.entries(definitions)) {
    if (!Object.hasOwn(known, name) || JSON.stringify(known[name]) === JSON.stringify(node)) continue;
    let attempt = 2;
    while (Object.hasOwn(known, `${name}_${attempt}`) || Object.hasOwn(definitions, `${name}_${attempt}`)) attempt++;
    renamed.set(`#/$defs/${name}`, `${name}_${attempt}`);
  }
  if (renamed.size === 0) return added;
  // Only references equal to a renamed one change; a text in a description has no key `$ref`.
  const rewritten = JSON.parse(JSON.stringify(added), (key, value: unknown) => {
    const name = key === '$ref' && typeof value === 'string' ? renamed.get(value) : undefined;
    return name === undefined ? value : `#/$defs/${name}`;
  }) as JsonSchemaNode;
  const entries = Object.entries(asRecord(rewritten['$defs']));
  return {
    ...rewritten,
    $defs: Object.fromEntries(entries.map(([name, node]) => [renamed.get(`#/$defs/${name}`) ?? name, node])),
  };
}

function asRecord(value: unknown): JsonSchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchemaNode) : {};
}
