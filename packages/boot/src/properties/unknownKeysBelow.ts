import type { Environment } from '../env/Environment.js';
import { type PropertyName, type PropertyNameElement, uniformElement } from '../env/PropertyName.js';
import type { PropertyEntry } from '../env/PropertySource.js';
import { type PropertyField, propertyFieldsOf } from './propertyFields.js';
import { singleType } from './PropertyType.js';
import type { FieldValue } from './PropertyReader.js';

/**
 * The keys below a prefix that none of `fields` takes; environment variables are not looked at (BP-19).
 *
 * @returns each key once, as written, with its value of highest precedence
 */
export function unknownKeysBelow(
  environment: Environment,
  prefix: PropertyName,
  fields: readonly PropertyField[],
): readonly FieldValue[] {
  const found = new Map<string, PropertyEntry>();
  for (const source of environment.propertySources) {
    if (!source.exactNames) continue;
    for (const { entry, rest } of source.descendants(prefix)) {
      if (!takes(fields, rest) && !found.has(entry.name.uniform)) found.set(entry.name.uniform, entry);
    }
  }
  return [...found.values()].map(({ name, value, origin }) => ({ key: name.toString(), value, origin }));
}

/** Whether some field takes the key with these parts. */
export function takes(fields: readonly PropertyField[], rest: readonly PropertyNameElement[]): boolean {
  const [first, ...more] = rest;
  const field = first && fieldOfElement(fields, first);
  if (!field) return false;
  const single = singleType(field.type);
  const below = single.kind === 'object' ? propertyFieldsOf(single.type) : null;
  if (field.type.kind === 'list') {
    if (more.length === 0) return true;
    return more[0]?.bracketed === true && (below ? takes(below, more.slice(1)) : more.length === 1);
  }
  if (field.type.kind === 'map') return !below || more.length === 0 || takes(below, more.slice(1));
  return below ? takes(below, more) : more.length === 0;
}

/** The field that a part of a key means. */
export function fieldOfElement(
  fields: readonly PropertyField[],
  element: PropertyNameElement,
): PropertyField | undefined {
  if (element.bracketed) return undefined;
  const wanted = uniformElement(element);
  return fields.find(({ key }) => uniformElement({ text: key, bracketed: false }) === wanted);
}
