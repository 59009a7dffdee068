import { type ClassType, IllegalArgumentException } from '@toolwright/core';
import { configurationPropertiesOf } from './ConfigurationProperties.js';
import { allowedValues, describeAllowed, type PropertyField, propertyFieldsOf } from './propertyFields.js';
import { describeType, singleType } from './PropertyType.js';

/** What may be written under one key. */
export interface DescribedProperty {
  /** In canonical form; `[*]` stands for the index of a list and `.*` for the key of a map, both of objects. */
  readonly key: string;
  /** In words: `int`, `duration`, `list of string`. */
  readonly type: string;
  /** The field's initialiser: numbers of milliseconds and bytes for durations and sizes; undefined if it has none. */
  readonly defaultValue: unknown;
  /** What `@PropertyDescription` says. */
  readonly description: string | null;
  /** What the key takes, in words. */
  readonly allowed: string;
  /** The values of an enumeration, sorted; empty for other types. */
  readonly validValues: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly secret: boolean;
}

/**
 * All keys of a properties class, nested ones included, in the order of the fields.
 *
 * @throws {IllegalArgumentException} for a class without prefix
 */
export function describeProperties(type: ClassType<object>): readonly DescribedProperty[] {
  const prefix = configurationPropertiesOf(type)?.prefix;
  if (prefix === undefined) {
    throw new IllegalArgumentException(`${type.name} has no prefix: decorate it with @ConfigurationProperties('…')`);
  }
  return describeFields(propertyFieldsOf(type), prefix);
}

function describeFields(fields: readonly PropertyField[], prefix: string): readonly DescribedProperty[] {
  return fields.flatMap((field) => {
    const key = `${prefix}.${field.key}`;
    const single = singleType(field.type);
    if (single.kind === 'object') {
      const suffix = { list: '[*]', map: '.*' }[field.type.kind as string] ?? '';
      return describeFields(propertyFieldsOf(single.type), key + suffix);
    }
    const { defaultValue, description, minimum, maximum, secret } = field;
    return [
      {
        key,
        type: describeType(field.type),
        defaultValue,
        description,
        allowed: describeAllowed(field),
        validValues: allowedValues(field.type),
        minimum,
        maximum,
        secret,
      },
    ];
  });
}
