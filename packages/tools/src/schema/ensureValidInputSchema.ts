import { hasText } from '@toolwright/core';

/**
 * Adds what providers expect of an object schema: `type` and `properties`. Schemas of other types, null and blank text
 * come back as they are (JS-28).
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function ensureValidInputSchema<T extends string | null | undefined>(inputSchema: T): T | string {
  if (!hasText(inputSchema)) return inputSchema;
  const schema = JSON.parse(inputSchema) as Record<string, unknown>;
  const isObject = schema['type'] === undefined || schema['type'] === 'object';
  if (!isObject || (schema['type'] === 'object' && 'properties' in schema)) return inputSchema;
  return JSON.stringify({ ...schema, type: 'object', properties: schema['properties'] ?? {} });
}
