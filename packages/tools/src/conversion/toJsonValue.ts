import type { AbstractClassType } from '@toolwright/core';
import { hasTransformerMetadata, toPlain } from '../schema/classTransformerMetadata.js';

/** Deeper values are left to the careful walk, which finds circles. */
const MAX_QUICK_DEPTH = 20;

const transformed = new WeakMap<object, boolean>();

/** Whether `JSON.stringify` writes this value as it should be. */
export function isJsonReady(value: unknown, depth = 0): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_QUICK_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const element of value) if (!isJsonReady(element, depth + 1)) return false;
    return true;
  }
  if (isSpecial(value)) return false;
  // What another method of that name returns may hold what JSON.stringify cannot write.
  if (value instanceof Date) return true;
  if (hasToJson(value)) return false;
  for (const key in value) if (!isJsonReady((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

/**
 * A copy that `JSON.stringify` writes as it should be: a `Map` as an object, a `Set` as an array, a `bigint` as decimal
 * text, an instance as class-transformer's decorators say, bytes as base64 (RC-07).
 *
 * @throws {TypeError} if the value contains itself
 */
export function toJsonValue(value: unknown, ancestors: ReadonlySet<object> = new Set()): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.has(value)) throw new TypeError('The result contains itself and cannot be written as JSON');
  const inner = new Set(ancestors).add(value);
  const convert = (element: unknown): unknown => toJsonValue(element, inner);
  if (Array.isArray(value)) return value.map(convert);
  if (value instanceof Set) return [...value].map(convert);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, element]) => [String(key), convert(element)]));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isTransformed(value)) return mapValues(toPlain(value) as object, convert);
  if (hasToJson(value)) {
    const json = value.toJSON('');
    // JSON.stringify asks once, also where the answer could be asked again.
    return typeof json === 'object' && json !== null && hasToJson(json) ? mapValues(json, convert) : convert(json);
  }
  return mapValues(value, convert);
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

/** Functions have no JSON, and an own `toJSON` has been called already. */
function mapValues(value: object, convert: (element: unknown) => unknown): object {
  const entries = Object.entries(value).filter(([, element]) => typeof element !== 'function');
  return Object.fromEntries(entries.map(([key, element]) => [key, convert(element)]));
}

function isSpecial(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return false;
  return value instanceof Map || value instanceof Set || value instanceof Uint8Array || isTransformed(value);
}

function isTransformed(value: object): boolean {
  const type: unknown = value.constructor;
  if (typeof type !== 'function' || type === Object) return false;
  let answer = transformed.get(type);
  if (answer === undefined) transformed.set(type, (answer = hasTransformerMetadata(type as AbstractClassType)));
  return answer;
}
