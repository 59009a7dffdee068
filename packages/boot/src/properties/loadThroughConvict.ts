import { IllegalArgumentException } from '@toolwright/core';
import convict from 'convict';
import { formatName } from './convictFormats.js';
import { plainDefault } from './plainDefault.js';
import type { FieldValue } from './PropertyReader.js';
import { withUnit } from './PropertyReader.js';
import type { PropertyField } from './propertyFields.js';
import { findEnumValue, type ScalarType, singleType } from './PropertyType.js';

/** A field with a format of its own, and what the configuration says about it. */
export interface ConvictLeaf {
  readonly field: PropertyField;
  /** The value; the elements of a list; the entries of a map by key; null: the default stays. */
  readonly input: FieldValue | readonly FieldValue[] | ReadonlyMap<string, FieldValue> | null;
}

/** A value that the format of its field rejected. */
export interface RejectedValue {
  readonly field: PropertyField;
  readonly value: FieldValue;
  readonly reason: string;
}

/** What convict made of some fields. */
export interface LoadedValues {
  /** By field name; fields without value and default are missing. */
  readonly values: Readonly<Record<string, unknown>>;
  /** These fields have their default in `values`. */
  readonly rejected: readonly RejectedValue[];
}

/**
 * Reads texts into values by our own formats, on top of the defaults of the fields.
 *
 * @param owner name of the class, for messages
 * @throws {IllegalArgumentException} if the default of a field does not have the field's type, or if a field is called
 *   `default`
 */
export function loadThroughConvict(owner: string, leaves: readonly ConvictLeaf[]): LoadedValues {
  // Convict takes a field of this name for the default of the others.
  if (leaves.some(({ field }) => field.name === 'default')) {
    throw new IllegalArgumentException(`${owner}.default: a property of this name is not possible, choose another`);
  }
  // Most fields of most classes are not set, and for a default that plainly fits there is nothing to read.
  const defaults: Record<string, unknown> = {};
  const others = leaves.filter(({ field, input }) => {
    const plain = input === null ? plainDefault(field) : null;
    if (plain && plain.value !== undefined) defaults[field.name] = plain.value;
    return !plain;
  });
  if (others.length === 0) return { values: defaults, rejected: [] };
  const { values, rejected } = loadOthers(owner, others);
  return { values: { ...defaults, ...values }, rejected };
}

function loadOthers(owner: string, leaves: readonly ConvictLeaf[]): LoadedValues {
  const schemas = new Map(leaves.map((leaf) => [leaf, schemaOf(leaf.field)]));
  const load = (chosen: readonly ConvictLeaf[]): Record<string, unknown> => {
    const schema = Object.fromEntries([...schemas].map(([{ field }, leafSchema]) => [field.name, leafSchema]));
    const tree = Object.fromEntries(chosen.flatMap((leaf) => entryOf(leaf)));
    return loadStrictly(schema, tree);
  };
  try {
    return { values: valuesOf(leaves, load(leaves)), rejected: [] };
  } catch (error) {
    // Convict names every wrong value in one text; asking for each alone tells which belongs to which origin.
    const rejected = leaves.flatMap((leaf) => rejectedIn(leaf, schemas.get(leaf) ?? schemaOf(leaf.field)));
    const wrong = new Set(rejected.map(({ field }) => field));
    try {
      return { values: valuesOf(leaves, load(leaves.filter(({ field }) => !wrong.has(field)))), rejected };
    } catch (cause) {
      const message = (cause ?? error) instanceof Error ? (cause as Error).message : '';
      throw new IllegalArgumentException(`A default of ${owner} does not fit its type: ${message}`, { cause });
    }
  }
}

type Schema = convict.SchemaObj<unknown>;

function loadStrictly(schema: Record<string, Schema>, tree: Record<string, unknown>): Record<string, unknown> {
  return convict<Record<string, unknown>>(schema, { env: {}, args: [] })
    .load(tree)
    .validate({ allowed: 'strict' })
    .getProperties();
}

function schemaOf(field: PropertyField): Schema {
  const scalar = singleType(field.type) as ScalarType;
  const container = 'items' in field.type ? field.type.kind : undefined;
  const { defaultValue } = field;
  const initial: unknown = defaultValue instanceof Map ? [...(defaultValue as Map<unknown, unknown>)] : defaultValue;
  return {
    format: formatName(scalar.kind, container),
    default: initial ?? null,
    nullable: true,
    sensitive: field.secret,
    ...(field.description === null ? {} : { doc: field.description }),
    ...(scalar.kind === 'enum' ? { allowed: [...scalar.values.values()] } : {}),
  };
}

function entryOf({ field, input }: ConvictLeaf): readonly (readonly [string, unknown])[] {
  if (input === null) return [];
  const scalar = singleType(field.type) as ScalarType;
  if (input instanceof Map) {
    const pairs = [...(input as ReadonlyMap<string, FieldValue>)].map(([key, { value }]) => [
      key,
      prepared(scalar, value),
    ]);
    return [[field.name, JSON.stringify(pairs)]];
  }
  if (Array.isArray(input)) {
    const items = (input as readonly FieldValue[]).map(({ value }) => prepared(scalar, value));
    return [[field.name, JSON.stringify(items)]];
  }
  return [[field.name, prepared(scalar, (input as FieldValue).value)]];
}

/** What only the field knows is applied before its format: the values of its enumeration, the unit of its numbers. */
function prepared(type: ScalarType, text: string): string | number {
  return type.kind === 'enum' ? (findEnumValue(type.values, text) ?? text) : withUnit(type, text);
}

function rejectedIn({ field, input }: ConvictLeaf, schema: Schema): readonly RejectedValue[] {
  if (input === null) return [];
  const alone: readonly ConvictLeaf[] =
    input instanceof Map
      ? [...(input as ReadonlyMap<string, FieldValue>)].map((entry) => ({ field, input: new Map([entry]) }))
      : Array.isArray(input)
        ? (input as readonly FieldValue[]).map((item) => ({ field, input: [item] }))
        : [{ field, input }];
  return alone.flatMap((leaf) => {
    const reason = reasonAgainst(leaf, schema);
    return reason === null ? [] : [{ field, value: onlyValue(leaf), reason }];
  });
}

function onlyValue({ input }: ConvictLeaf): FieldValue {
  if (input instanceof Map) return [...(input as ReadonlyMap<string, FieldValue>).values()][0] as FieldValue;
  return (Array.isArray(input) ? (input as readonly FieldValue[])[0] : input) as FieldValue;
}

function reasonAgainst(leaf: ConvictLeaf, schema: Schema): string | null {
  try {
    // Marked as sensitive, convict does not repeat the value behind the reason.
    loadStrictly({ [leaf.field.name]: { ...schema, sensitive: true } }, Object.fromEntries(entryOf(leaf)));
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const prefix = `${leaf.field.name}: `;
    return message.startsWith(prefix) ? message.slice(prefix.length) : message;
  }
}

function valuesOf(
  leaves: readonly ConvictLeaf[],
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { field } of leaves) {
    const value = properties[field.name];
    // Null stands for a field without value and default: its initialiser stays as it is.
    if (value === null || value === undefined) continue;
    values[field.name] = field.type.kind === 'map' ? mapOf(field, value as [string, unknown][]) : value;
  }
  return values;
}

/** A map has the entries of its initialiser too, unless the configuration has the same keys. */
function mapOf({ defaultValue }: PropertyField, entries: readonly [string, unknown][]): Map<string, unknown> {
  const initial = defaultValue instanceof Map ? [...(defaultValue as Map<string, unknown>)] : [];
  return new Map([...initial, ...entries]);
}
