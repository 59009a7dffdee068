import type { AbstractClassType } from '@toolwright/core';
import { DeclarationCache } from '../manifest/registeredManifests.js';
import { describeClass } from '../schema/describeClass.js';
import type { ValueType } from '../schema/ValueType.js';
import { toDate } from './isIsoDate.js';

/**
 * Plain data for an instance of a class, with the dates that `@Type` would let class-transformer make: it reads a date
 * without a time as UTC, and does not read all that is accepted (MT-20). Data without such dates are returned as they are.
 */
export function withTypedDates(value: object, type: AbstractClassType): object {
  if (!makesDates(type)) return value;
  const fields: Record<string, unknown> = { ...value };
  for (const { isTyped, name, type: property } of describeClass(type).properties) {
    if (isTyped && Object.hasOwn(fields, name)) fields[name] = withDates(fields[name], property);
  }
  return fields;
}

function withDates(value: unknown, type: ValueType): unknown {
  if (type.kind === 'date') return typeof value === 'string' ? toDate(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (type.kind === 'class') return withTypedDates(value, type.type);
  if (!('element' in type)) return value;
  const { element } = type;
  if (Array.isArray(value)) return value.map((each: unknown) => withDates(each, element));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withDates(each, element)]));
}

const dateMakers = new DeclarationCache<AbstractClassType, boolean>();

function makesDates(type: AbstractClassType): boolean {
  let answer = dateMakers.get(type);
  if (answer === undefined) dateMakers.set(type, (answer = reachesDate({ kind: 'class', type }, new Set())));
  return answer;
}

function reachesDate(type: ValueType, seen: Set<AbstractClassType>): boolean {
  if (type.kind !== 'class') return type.kind === 'date' || ('element' in type && reachesDate(type.element, seen));
  if (seen.has(type.type)) return false;
  seen.add(type.type);
  return describeClass(type.type).properties.some(
    ({ isTyped, type: property }) => isTyped && reachesDate(property, seen),
  );
}
