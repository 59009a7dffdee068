import { IllegalArgumentException } from '@toolwright/core';
import { closeObjects } from './finishSchema.js';
import { JSON_SCHEMA_DIALECT, type JsonSchemaNode } from './JsonSchemaNode.js';
import type { StandardSchema } from './StandardSchema.js';

/**
 * The JSON Schema text of what a schema accepts, written by its library, closed for unknown keys where it does not decide
 * that itself.
 *
 * @throws {IllegalArgumentException} if the library cannot write it (ZS-03)
 */
export function standardInputSchema(
  schema: StandardSchema,
  toolName: string,
  customize: (root: JsonSchemaNode) => JsonSchemaNode = (root) => root,
): string {
  const { vendor, jsonSchema } = schema['~standard'];
  if (!jsonSchema) throw cannotWrite(toolName, vendor);
  let written: JsonSchemaNode;
  try {
    written = jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    throw cannotWrite(toolName, vendor, cause);
  }
  const text = JSON.stringify({ ...customize(written), $schema: JSON_SCHEMA_DIALECT });
  // A closed branch of an intersection would refuse the keys of the others.
  return text.includes('"allOf"') ? text : JSON.stringify(closeObjects(JSON.parse(text) as JsonSchemaNode));
}

function cannotWrite(toolName: string, vendor: string, cause?: unknown): IllegalArgumentException {
  return new IllegalArgumentException(
    `The input type of tool '${toolName}', a schema of ${vendor}, cannot be written as JSON Schema. Give ` +
      `.inputSchema(text) beside it, or use a version or adapter of ${vendor} that implements Standard JSON Schema.`,
    cause === undefined ? undefined : { cause },
  );
}
