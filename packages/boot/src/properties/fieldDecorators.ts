import { type ClassType, DecoratorMetadata, type DurationUnit } from '@toolwright/core';
import type { ValidationOptions } from 'class-validator';
import { ValidateBy } from '../validation/index.js';
import { enumValuesOf, type PropertyType, type ScalarType, type SingleType } from './PropertyType.js';

/** What `@IsMapOf` takes: a word, an enum object, a list of allowed texts, or a function that gives the class of the values. */
export type MapValueType =
  | 'string'
  | 'int'
  | 'number'
  | 'boolean'
  | 'duration'
  | 'datasize'
  | (() => ClassType<object>)
  | readonly string[]
  | Readonly<Record<string, string | number>>;

const scalars = new DecoratorMetadata<ScalarType>('property-scalar');
const maps = new DecoratorMetadata<PropertyType>('property-map');
const secrets = new DecoratorMetadata<true>('property-secret');
const descriptions = new DecoratorMetadata<string>('property-description');
const names = new DecoratorMetadata<readonly string[]>('property-names');

/**
 * The field is a duration: `30s`, `500ms`, `PT1M`, or a plain number. Its value is a number of milliseconds, and so are
 * the bounds of `@Min` and `@Max`.
 *
 * @param options `unit` of a plain number, default `ms`; `each` for a list of durations
 */
export function IsDuration(options: ValidationOptions & { readonly unit?: DurationUnit } = {}): PropertyDecorator {
  const { unit = 'ms', ...validation } = options;
  return scalarDecorator({ kind: 'duration', unit }, 'isDuration', '$property must be a duration', validation);
}

/** The field is a size: `10MB`, `512`. Its value is a number of bytes, and so are the bounds of `@Min` and `@Max`. */
export function IsDataSize(options: ValidationOptions = {}): PropertyDecorator {
  return scalarDecorator({ kind: 'datasize' }, 'isDataSize', '$property must be a data size', options);
}

/**
 * The field is a `Map` whose keys are free. Keys keep case and underscores as they were written in a file; those of
 * environment variables are lower case.
 */
export function IsMapOf(values: MapValueType, options: ValidationOptions = {}): PropertyDecorator {
  const check = ValidateBy(
    { name: 'isMapOf', validator: { validate: isMap, defaultMessage: () => '$property must be a map' } },
    options,
  );
  return (target, property) => {
    record(target, property);
    maps.set(target, { kind: 'map', items: mapItems(values) }, property);
    check(target, property);
  };
}

/** The field is a secret: reports show `******` in place of its value. */
export function Secret(): PropertyDecorator {
  return (target, property) => {
    record(target, property);
    secrets.set(target, true, property);
  };
}

/** Says in one sentence what the field is for; shown in editors and in the reference of all keys. */
export function PropertyDescription(text: string): PropertyDecorator {
  return (target, property) => {
    record(target, property);
    descriptions.set(target, text, property);
  };
}

/** What the decorators of this file recorded on a field. */
export function fieldMetadataOf(
  prototype: object,
  property: string,
): {
  readonly scalar: ScalarType | undefined;
  readonly map: PropertyType | undefined;
  readonly secret: boolean;
  readonly description: string | undefined;
} {
  return {
    scalar: scalars.inherited(prototype, property),
    map: maps.inherited(prototype, property),
    secret: secrets.inherited(prototype, property) ?? false,
    description: descriptions.inherited(prototype, property),
  };
}

/** The fields of a class that carry a decorator of this file, in the order they were declared. */
export function decoratedFieldNames(prototype: object): readonly string[] {
  return names.inherited(prototype) ?? [];
}

function scalarDecorator(
  type: ScalarType,
  name: string,
  message: string,
  options: ValidationOptions,
): PropertyDecorator {
  const check = ValidateBy({ name, validator: { validate: isFiniteNumber, defaultMessage: () => message } }, options);
  return (target, property) => {
    record(target, property);
    scalars.set(target, type, property);
    check(target, property);
  };
}

function record(target: object, property: string | symbol): void {
  const known = names.inherited(target) ?? [];
  if (typeof property === 'string' && !known.includes(property)) names.set(target, [...known, property]);
}

function mapItems(values: MapValueType): SingleType {
  if (typeof values === 'function') return { kind: 'object', type: values() };
  if (typeof values !== 'string') return { kind: 'enum', values: enumValuesOf(values) };
  return values === 'duration' ? { kind: 'duration', unit: 'ms' } : { kind: values };
}

function isMap(value: unknown): boolean {
  return value instanceof Map;
}

function isFiniteNumber(value: unknown): boolean {
  return Number.isFinite(value);
}
