import type { ClassType } from '@toolwright/core';
import { toInstance } from '../schema/classTransformerMetadata.js';
import { type DeclaredType, TYPE_HINT } from '../schema/DeclaredType.js';
import { describeClass } from '../schema/describeClass.js';
import type { ValueType } from '../schema/ValueType.js';
import { type DeclaredValueRules, mapDeclared } from './declaredValue.js';
import { toDate } from './isIsoDate.js';
import { withTypedDates } from './typedDates.js';

/**
 * Turns valid JSON into what the declaration promises: `Date`, `bigint`, `Buffer`, `Map`, `Set`, instances of classes.
 * A value that is of the type already is returned as it is.
 *
 * @throws {IllegalArgumentException} if text for a date is none
 */
export function convertValue(value: unknown, type: ValueType): unknown {
  if (value === undefined || value === null) return value;
  switch (type.kind) {
    case 'date':
      return typeof value === 'string' ? toDate(value) : value;
    case 'bigint':
      return typeof value === 'bigint' ? value : BigInt(value as number | string);
    case 'bytes':
      return typeof value === 'string' ? Buffer.from(value, 'base64') : value;
    case 'array':
      return needsConversion(type.element) && Array.isArray(value)
        ? value.map((element: unknown) => convertValue(element, type.element))
        : value;
    case 'set':
      return new Set([...(value as Iterable<unknown>)].map((element) => convertValue(element, type.element)));
    case 'map': {
      const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
      return new Map(entries.map(([key, element]) => [key, convertValue(element, type.element)]));
    }
    case 'record':
      if (!needsConversion(type.element)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, element]) => [key, convertValue(element, type.element)]),
      );
    case 'class':
      return toClass(value, type.type as ClassType);
    case 'declared':
      return toDeclared(value, type);
    default:
      return value;
  }
}

/** Whether {@link convertValue} can change a value of this type. */
export function needsConversion(type: ValueType): boolean {
  switch (type.kind) {
    case 'array':
    case 'record':
      return needsConversion(type.element);
    case 'date':
    case 'bigint':
    case 'bytes':
    case 'set':
    case 'map':
    case 'class':
      return true;
    case 'declared':
      return type.instanceOf !== undefined || hasConvertedParts(type);
    default:
      return false;
  }
}

const declaredConversions = new WeakMap<DeclaredType, boolean>();

function toDeclared(value: unknown, type: DeclaredType): unknown {
  const converted = hasConvertedParts(type) ? mapDeclared(value, type, CONVERSION) : value;
  const { instanceOf } = type;
  const isPlain = typeof converted === 'object' && converted !== null && !Array.isArray(converted);
  return instanceOf && isPlain ? toInstance(instanceOf as ClassType, converted) : converted;
}

/** Classes inside a declared type stay plain objects: nobody knows their constructors. */
function hasConvertedParts(type: DeclaredType): boolean {
  let answer = declaredConversions.get(type);
  if (answer === undefined) {
    answer = new RegExp(`"${TYPE_HINT}":"(?!(?:class|instance) )`).test(JSON.stringify([type.node, type.definitions]));
    declaredConversions.set(type, answer);
  }
  return answer;
}

const CONVERSION: DeclaredValueRules = {
  leaf: convertValue,
  container: (value) => value,
  finish: (value, hint) => {
    if (hint === 'Map') return new Map(Object.entries(value as object));
    return hint === 'Set' ? new Set(value as Iterable<unknown>) : value;
  },
  dropsNull: false,
  unknownKeys: { keep: true, dropped: () => undefined },
};

/** class-transformer makes what `@Type` names; types that only the compiler's metadata knows are made here. */
function toClass(value: object, type: ClassType): object {
  const instance = value instanceof type ? value : toInstance(type, withTypedDates(value, type));
  const fields = instance as Record<string, unknown>;
  for (const property of describeClass(type).properties) {
    if (!needsConversion(property.type) || !Object.hasOwn(fields, property.key)) continue;
    fields[property.key] = convertValue(fields[property.key], property.type);
  }
  return instance;
}
