import { type ClassType, IllegalArgumentException } from '@toolwright/core';
import { isSecretKey } from '../env/isSecretKey.js';
import { toKebabCase } from '../env/PropertyName.js';
import { recordedConstraints } from '../validation/classValidator.js';
import { typeDecoratorTarget } from './classTransformer.js';
import { decoratedFieldNames, fieldMetadataOf } from './fieldDecorators.js';
import { enumValuesOf, type PropertyType, type ScalarType, singleType } from './PropertyType.js';

/** A field of a properties class. */
export interface PropertyField {
  /** As in the class: `maxTotalToolCalls`. */
  readonly name: string;
  /** As in a file: `max-total-tool-calls`. */
  readonly key: string;
  readonly type: PropertyType;
  /** The field's initialiser; undefined if it has none. */
  readonly defaultValue: unknown;
  readonly secret: boolean;
  readonly description: string | null;
  /** Smallest and largest number that the constraints allow; milliseconds and bytes for durations and sizes. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A constraint that class-validator recorded. */
interface Constraint {
  readonly name: string;
  readonly each: boolean;
  readonly arguments: readonly unknown[];
}

const cache = new WeakMap<ClassType<object>, readonly PropertyField[]>();

/**
 * The fields of a properties class: those with a decorator of class-validator or of ours, and those with an initialiser.
 *
 * @param sample an instance that has the defaults; default a new one
 * @throws {IllegalArgumentException} for a field that cannot be one
 */
export function propertyFieldsOf(type: ClassType<object>, sample?: object): readonly PropertyField[] {
  const known = sample ? undefined : cache.get(type);
  if (known) return known;
  const instance = (sample ?? new type()) as Record<string, unknown>;
  const constraints = constraintsOf(type);
  const names = new Set([
    ...constraints.keys(),
    ...decoratedFieldNames(type.prototype as object),
    ...Object.keys(instance),
  ]);
  const fields: PropertyField[] = [];
  for (const name of names) {
    const field = fieldOf(type, name, instance[name], constraints.get(name) ?? []);
    if (field) fields.push(field);
  }
  if (!sample) cache.set(type, fields);
  return fields;
}

/** What a field takes, in words: `an integer of at least 1`, `one of RETURN_ERROR_RESPONSE, THROW`. */
export function describeAllowed(field: PropertyField): string {
  const { type } = field;
  const scalar = singleType(type);
  const values = allowedValues(type);
  if (values.length > 0) return `one of ${values.join(', ')}`;
  const noun = NOUNS[scalar.kind];
  const unit = scalar.kind === 'duration' ? ' ms' : scalar.kind === 'datasize' ? ' bytes' : '';
  const { minimum, maximum } = field;
  if (minimum !== null && maximum !== null) return `${noun} from ${minimum} to ${maximum}${unit}`;
  if (minimum !== null) return `${noun} of at least ${minimum}${unit}`;
  if (maximum !== null) return `${noun} of at most ${maximum}${unit}`;
  return noun;
}

/** The values that an enumeration allows, sorted; empty for other types. */
export function allowedValues(type: PropertyType): readonly string[] {
  const scalar = singleType(type);
  return scalar.kind === 'enum' ? [...scalar.values.keys()].sort() : [];
}

const NOUNS: Readonly<Record<ScalarType['kind'] | 'object', string>> = {
  string: 'a text',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  duration: 'a duration (such as 500ms, 30s or PT1M)',
  datasize: 'a data size (such as 512B or 10MB)',
  enum: 'one of a list of values',
  object: 'an object',
};

function fieldOf(
  type: ClassType<object>,
  name: string,
  defaultValue: unknown,
  constraints: readonly Constraint[],
): PropertyField | null {
  const prototype = type.prototype as object;
  const metadata = fieldMetadataOf(prototype, name);
  const propertyType = metadata.map ?? typeOf(type, name, defaultValue, constraints, metadata.scalar);
  if (!propertyType) return null;
  const bounds = (constraint: string): number[] =>
    constraints.filter((one) => one.name === constraint).map((one) => Number(one.arguments[0]));
  const positive = propertyType.kind === 'int' && constraints.some((one) => one.name === 'isPositive');
  const minimum = Math.max(...bounds('min'), ...(positive ? [1] : []));
  const maximum = Math.min(...bounds('max'));
  return {
    name,
    key: toKebabCase(name),
    type: propertyType,
    defaultValue,
    secret: metadata.secret || isSecretKey(name),
    description: metadata.description ?? null,
    minimum: Number.isFinite(minimum) ? minimum : null,
    maximum: Number.isFinite(maximum) ? maximum : null,
  };
}

function typeOf(
  owner: ClassType<object>,
  name: string,
  defaultValue: unknown,
  constraints: readonly Constraint[],
  decorated: ScalarType | undefined,
): PropertyType | null {
  const declared: unknown = Reflect.getMetadata('design:type', owner.prototype as object, name);
  const scalar = decorated ?? scalarOf(constraints);
  const isList =
    declared === Array ||
    Array.isArray(defaultValue) ||
    constraints.some((constraint) => constraint.each || constraint.name === 'isArray');
  if (isList) {
    const nested = scalar ? null : classOf(typeDecoratorTarget(owner, name));
    return { kind: 'list', items: scalar ?? (nested ? { kind: 'object', type: nested } : { kind: 'string' }) };
  }
  if (scalar) return scalar;
  if (declared === Number || typeof defaultValue === 'number') return { kind: 'number' };
  if (declared === Boolean || typeof defaultValue === 'boolean') return { kind: 'boolean' };
  if (declared === String || typeof defaultValue === 'string') return { kind: 'string' };
  const nested = classOf(typeDecoratorTarget(owner, name)) ?? classOf(declared) ?? classOf(constructorOf(defaultValue));
  if (nested) return { kind: 'object', type: nested };
  if (defaultValue instanceof Map) {
    throw new IllegalArgumentException(`${owner.name}.${name}: a map needs @IsMapOf with the type of its values`);
  }
  return constraints.length > 0 ? { kind: 'string' } : null;
}

function scalarOf(constraints: readonly Constraint[]): ScalarType | undefined {
  const named = (name: string): Constraint | undefined => constraints.find((constraint) => constraint.name === name);
  const listed = named('isEnum') ?? named('isIn');
  if (listed) return { kind: 'enum', values: enumValuesOf(listed.arguments[0] as object) };
  if (named('isInt')) return { kind: 'int' };
  if (named('isNumber')) return { kind: 'number' };
  if (named('isBoolean')) return { kind: 'boolean' };
  return named('isString') ? { kind: 'string' } : undefined;
}

function constructorOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? value.constructor : undefined;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([Object, Array, Map, Set, Function, Promise, Date, RegExp, URL, Symbol]);

function classOf(value: unknown): ClassType<object> | null {
  return typeof value === 'function' && !BUILT_IN.has(value) ? (value as ClassType<object>) : null;
}

function constraintsOf(type: ClassType<object>): ReadonlyMap<string, readonly Constraint[]> {
  const byField = new Map<string, Constraint[]>();
  for (const metadata of recordedConstraints(type)) {
    const list = byField.get(metadata.propertyName) ?? [];
    byField.set(metadata.propertyName, list);
    list.push({
      name: metadata.name ?? metadata.type,
      each: metadata.each,
      arguments: (metadata.constraints ?? []) as readonly unknown[],
    });
  }
  return byField;
}
