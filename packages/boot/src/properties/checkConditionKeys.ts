import type { ClassType } from '@toolwright/core';
import { InvalidBeanDefinitionException } from '../bean/InvalidBeanDefinitionException.js';
import { PropertyName, type PropertyNameElement } from '../env/PropertyName.js';
import { belowPrefix } from './checkUnknownKeys.js';
import { configurationPropertiesOf } from './ConfigurationProperties.js';
import { type PropertyField, propertyFieldsOf } from './propertyFields.js';
import { describeType, singleType } from './PropertyType.js';
import { fieldOfElement } from './unknownKeysBelow.js';

/**
 * Refuses conditions that ask for one value under a key that is a list or a map in a properties class: their elements have
 * keys of their own, so that such a condition would never match (BH-10).
 *
 * @param keys each key with the class or method that carries the condition
 * @throws {InvalidBeanDefinitionException} for the first such key
 */
export function checkConditionKeys(keys: ReadonlyMap<string, string>, types: readonly ClassType<object>[]): void {
  const prefixes = [...new Set(types)].flatMap((type) => {
    const prefix = configurationPropertiesOf(type)?.prefix;
    return prefix === undefined ? [] : [{ type, prefix: PropertyName.of(prefix) }];
  });
  for (const [key, source] of keys) {
    const name = PropertyName.of(key);
    for (const { type, prefix } of prefixes) {
      const rest = belowPrefix(prefix, name);
      const field = rest && fieldAt(propertyFieldsOf(type), rest);
      if (!field || !('items' in field.type)) continue;
      throw new InvalidBeanDefinitionException(
        source,
        `its @ConditionalOnProperty asks for '${key}', which is a ${describeType(field.type)} in ${type.name} and has no ` +
          'single value',
        'Ask for a key with one value, such as an "enabled" flag, or write a Condition that reads the ' +
          `${field.type.kind === 'list' ? 'elements' : 'entries'}.`,
      );
    }
  }
}

/** The field that a key means exactly; null if it means none, or something inside of a list or map. */
function fieldAt(
  fields: readonly PropertyField[],
  [first, ...more]: readonly PropertyNameElement[],
): PropertyField | null {
  const field = first && fieldOfElement(fields, first);
  if (!field) return null;
  if (more.length === 0) return field;
  const single = singleType(field.type);
  return single.kind === 'object' && !('items' in field.type) ? fieldAt(propertyFieldsOf(single.type), more) : null;
}
