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
  return standardJsonSchema(
    schema,
    `The input type of tool '${toolName}'`,
    'Give .inputSchema(text) beside it, or use',
    customize,
  );
}

/**
 * {@link standardInputSchema} for other uses.
 *
 * @param subject what the schema is for, and
 * @param remedy what else can be done, both for the message
 */
export function standardJsonSchema(
  schema: StandardSchema,
  subject: string,
  remedy: string,
  customize: (root: JsonSchemaNode) => JsonSchemaNode = (root) => root,
): string {
  const { vendor, jsonSchema } = schema['~standard'];
  const cannotWrite = (cause?: unknown): IllegalArgumentException =>
    new IllegalArgumentException(
      `${subject}, a schema of ${vendor}, cannot be written as JSON Schema. ${remedy} a version or adapter of ` +
        `${vendor} that implements Standard JSON Schema.`,
      cause === undefined ? undefined : { cause },
    );
  if (!jsonSchema) throw cannotWrite();
  let written: JsonSchemaNode;
  try {
    written = jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    throw cannotWrite(cause);
  }
  const text = JSON.stringify({ ...customize(written), $schema: JSON_SCHEMA_DIALECT });
  // A closed branch of an intersection would refuse the keys of the others.
  return text.includes('"allOf"') ? text : JSON.stringify(closeObjects(JSON.parse(text) as JsonSchemaNode));
}
