import type { AbstractClassType, MaybePromise } from '@toolwright/core';
import { type ArgumentViolation, JsonType, type StandardSchema, StandardType, type TypeSpec } from '@toolwright/tools';
import { standardTypeOf } from './StandardOutputConverter.js';

/** A JSON Schema as an object. */
export interface JsonSchema extends Readonly<Record<string, unknown>> {
  readonly type?: string | readonly string[];
}

/**
 * What an answer can be made into: a class, one of the other forms of {@link TypeSpec}, a JSON Schema, or a schema of a
 * library that follows Standard Schema and can write JSON Schema, such as Zod 4.
 */
export type OutputType<T = unknown> = AbstractClassType<T> | TypeSpec | JsonSchema | StandardSchema<unknown, T>;

/** What checks a parsed answer. */
export interface OutputCheck {
  /** What is wrong with a value; nothing if the list is empty. */
  violations(value: unknown): MaybePromise<readonly ArgumentViolation[]>;
}

/** The check of a type: that of a Standard Schema is its own (ZS-06). */
export function outputCheckOf(type: OutputType): OutputCheck {
  if (!StandardType.isSchema(type)) return jsonTypeOf(type);
  const standard = standardTypeOf(type);
  return { violations: async (value) => (await standard.check(value)).violations ?? [] };
}

/** Keys of which a schema has at least one, and a {@link TypeSpec} none. */
const SCHEMA_KEYS = ['$schema', 'type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'const'];

/** Types never change, so each class and each schema object is looked at once. */
const known = new WeakMap<object, JsonType>();

/** @throws {IllegalArgumentException} if it is neither a type nor a schema */
export function jsonTypeOf(type: Exclude<OutputType, StandardSchema>): JsonType {
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
