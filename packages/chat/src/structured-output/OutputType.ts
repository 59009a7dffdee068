import type { AbstractClassType } from '@toolwright/core';
import { JsonType, type TypeSpec } from '@toolwright/tools';

/** A JSON Schema as an object. */
export interface JsonSchema extends Readonly<Record<string, unknown>> {
  readonly type?: string | readonly string[];
}

/** What an answer can be made into: a class, one of the other forms of {@link TypeSpec}, or a JSON Schema. */
export type OutputType<T = unknown> = AbstractClassType<T> | TypeSpec | JsonSchema;

/** Keys of which a schema has at least one, and a {@link TypeSpec} none. */
const SCHEMA_KEYS = ['$schema', 'type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'const'];

/** Types never change, so each class and each schema object is looked at once. */
const known = new WeakMap<object, JsonType>();

/** @throws {IllegalArgumentException} if it is neither a type nor a schema */
export function jsonTypeOf(type: OutputType): JsonType {
  if (typeof type === 'string') return JsonType.of(type);
  let jsonType = known.get(type);
  if (!jsonType) {
    jsonType = isJsonSchema(type) ? JsonType.ofSchema(JSON.stringify(type)) : JsonType.of(type);
    known.set(type, jsonType);
  }
  return jsonType;
}

function isJsonSchema(type: object): type is JsonSchema {
  return typeof type === 'object' && !Array.isArray(type) && SCHEMA_KEYS.some((key) => key in type);
}
