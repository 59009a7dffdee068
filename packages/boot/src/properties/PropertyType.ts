import type { ClassType, DurationUnit } from '@toolwright/core';

/** What one value of the configuration is read as. */
export type ScalarType =
  | { readonly kind: 'string' | 'int' | 'number' | 'boolean' | 'datasize' }
  | { readonly kind: 'duration'; readonly unit: DurationUnit }
  | { readonly kind: 'enum'; readonly values: EnumValues };

/** One value, or an object with fields of its own. */
export type SingleType = ScalarType | { readonly kind: 'object'; readonly type: ClassType<object> };

/** What a field of a properties class takes. */
export type PropertyType = SingleType | { readonly kind: 'list' | 'map'; readonly items: SingleType };

/** The values of an enumeration by their names, as they are shown to people. */
export type EnumValues = ReadonlyMap<string, string | number>;

/** The type as a word for people: `int`, `duration`, `list of string`. */
export function describeType(type: PropertyType): string {
  if ('items' in type) return `${type.kind} of ${describeType(type.items)}`;
  if (type.kind === 'object') return type.type.name;
  return type.kind === 'datasize' ? 'data size' : type.kind;
}

/** The type of one value: of the elements for a list or a map. */
export function singleType(type: PropertyType): SingleType {
  return 'items' in type ? type.items : type;
}

/** The values of a TypeScript enum object, or of a list of allowed values. */
export function enumValuesOf(source: object | readonly unknown[]): EnumValues {
  if (Array.isArray(source)) return new Map(source.map((value: string | number) => [String(value), value]));
  // A numeric enum also maps its numbers back to the names; those entries are no values.
  const entries = Object.entries(source as Record<string, string | number>).filter(([name]) => !/^-?\d+$/.test(name));
  return new Map(entries.map(([name, value]) => [typeof value === 'number' ? name : value, value]));
}

/**
 * The value of an enumeration that `text` means: case, dashes, underscores and blanks around it do not matter, and for
 * ON and OFF `true` and `false` are understood (BP-07).
 *
 * @returns undefined if it means none
 */
export function findEnumValue(values: EnumValues, text: string): string | number | undefined {
  const exact = values.get(text.trim());
  if (exact !== undefined) return exact;
  const wanted = uniform(text);
  for (const [name, value] of values) if (uniform(name) === wanted) return value;
  if (wanted === 'true' || wanted === 'false') return findEnumValue(values, wanted === 'true' ? 'on' : 'off');
  return undefined;
}

function uniform(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
