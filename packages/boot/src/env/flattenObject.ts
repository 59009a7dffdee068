import type { Origin } from './Origin.js';
import { parseNameElements, PropertyName, type PropertyNameElement } from './PropertyName.js';
import type { PropertyEntry } from './PropertySource.js';

/** The values of an object as entries: `{ a: { b: [1] } }` is `a.b[0]`. Null and undefined are left out. */
export function flattenObject(values: Readonly<Record<string, unknown>>, origin: Origin): readonly PropertyEntry[] {
  const entries: PropertyEntry[] = [];
  const add = (elements: readonly PropertyNameElement[], value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value) && value.length > 0) {
      value.forEach((item: unknown, index) => {
        add([...elements, { text: String(index), bracketed: true }], item);
      });
    } else if (value instanceof Map || isPlainObject(value)) {
      const pairs: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
      for (const [key, item] of pairs) add([...elements, ...parseNameElements(String(key))], item);
    } else {
      // What is left are scalars, the empty list and objects with their own text, such as URL and Date.
      entries.push({ name: PropertyName.ofElements(elements), value: `${value as number}`, origin });
    }
  };
  add([], values);
  return entries;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
