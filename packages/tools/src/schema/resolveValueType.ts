import { type AbstractClassType, IllegalArgumentException } from '@toolwright/core';
import type { TypeSpec } from './TypeSpec.js';
import { ANY, type ValueType } from './ValueType.js';

/** Built-in classes whose meaning is fixed; every other class is described by its properties. */
const BUILT_IN = new Map<unknown, ValueType>([
  [String, { kind: 'string' }],
  [Number, { kind: 'number' }],
  [Boolean, { kind: 'boolean' }],
  [BigInt, { kind: 'bigint' }],
  [Date, { kind: 'date' }],
  [Uint8Array, { kind: 'bytes' }],
  [Buffer, { kind: 'bytes' }],
  [Array, { kind: 'array', element: ANY }],
  [Set, { kind: 'set', element: ANY }],
  [Map, { kind: 'map', element: ANY }],
]);

/**
 * What the compiler recorded about a type, as far as it can be trusted: classes and primitives.
 *
 * @returns undefined if it recorded nothing or `Object`, which stands for everything it cannot express
 */
export function valueTypeOfDesign(designType: unknown): ValueType | undefined {
  if (typeof designType !== 'function' || designType === Object) return undefined;
  return BUILT_IN.get(designType) ?? { kind: 'class', type: designType as AbstractClassType };
}

/**
 * The type that application code wrote down.
 *
 * @throws {IllegalArgumentException} if it is none of the forms of {@link TypeSpec}
 */
export function valueTypeOfSpec(spec: TypeSpec): ValueType {
  if (typeof spec === 'string') return { kind: spec };
  if (typeof spec === 'function') return valueTypeOfDesign(spec) ?? ANY;
  if (isElementList(spec)) return { kind: 'array', element: valueTypeOfSpec(spec[0]) };
  if (typeof spec === 'object' && spec !== null) {
    if ('enum' in spec) return { kind: 'enum', values: enumValues(spec.enum) };
    if ('map' in spec) return { kind: 'map', element: valueTypeOfSpec(spec.map) };
    if ('record' in spec) return { kind: 'record', element: valueTypeOfSpec(spec.record) };
    if ('set' in spec) return { kind: 'set', element: valueTypeOfSpec(spec.set) };
  }
  throw new IllegalArgumentException(
    `${String(spec)} is not a type; use a name, a class, [T] or { enum, map, record, set }`,
  );
}

function isElementList(spec: TypeSpec): spec is readonly [TypeSpec] {
  return Array.isArray(spec);
}

/** The values of an enum object in declaration order, without the reverse keys of a numeric enum. */
export function enumValues(
  source: Readonly<Record<string, string | number>> | readonly (string | number)[],
): readonly (string | number)[] {
  if (Array.isArray(source)) return source as readonly (string | number)[];
  const entries = Object.entries(source as Readonly<Record<string, string | number>>);
  const byName = new Map(entries);
  const isReverse = ([key, name]: readonly [string, string | number]): boolean => {
    const value = byName.get(String(name));
    return typeof name === 'string' && typeof value === 'number' && String(value) === key;
  };
  return [...new Set(entries.filter((entry) => !isReverse(entry)).map(([, value]) => value))];
}
