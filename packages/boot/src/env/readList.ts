import type { Environment } from './Environment.js';
import type { Origin } from './Origin.js';
import { PropertyName } from './PropertyName.js';
import type { PropertyEntry, PropertySource } from './PropertySource.js';

/** What {@link readList} needs of an environment. */
export type ListReader = Pick<Environment, 'propertySources' | 'resolvePlaceholders' | 'mentionsSecret'>;

/** One element of a list. */
export interface ListItem {
  readonly value: string;
  readonly origin: Origin;
  /** Whether a placeholder in it stands for a secret. */
  readonly secret: boolean;
}

/** A list as one source has it. */
export interface ReadList {
  readonly items: readonly ListItem[];
  /** Elements after a gap in the indexes, which belong to no list (BP-12). */
  readonly unbound: readonly PropertyEntry[];
}

/**
 * The list under `name`: from the source of highest precedence that has it, written whole with commas or element by
 * element; the whole value wins (BP-11 to BP-14). Placeholders are resolved.
 *
 * @returns null if no source has it
 */
export function readList(environment: ListReader, name: PropertyName): ReadList | null {
  for (const source of environment.propertySources) {
    const whole = source.find(name);
    if (whole) {
      const value = environment.resolvePlaceholders(whole.value);
      const secret = environment.mentionsSecret(whole.value);
      return { items: splitList(value).map((item) => ({ value: item, origin: whole.origin, secret })), unbound: [] };
    }
    const indexed = indexedEntries(source, name);
    if (indexed.size === 0) continue;
    const items: ListItem[] = [];
    for (let entry = indexed.get(0); entry; entry = indexed.get(items.length)) {
      const { value, origin } = entry;
      const secret = environment.mentionsSecret(value);
      items.push({ value: environment.resolvePlaceholders(value), origin, secret });
      indexed.delete(items.length - 1);
    }
    return { items, unbound: [...indexed.values()] };
  }
  return null;
}

/** The values of a comma list, trimmed; the empty text is the empty list. */
export function splitList(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
}

function indexedEntries(source: PropertySource, name: PropertyName): Map<number, PropertyEntry> {
  const found = new Map<number, PropertyEntry>();
  for (const { entry, rest } of source.descendants(name)) {
    const [index, ...more] = rest;
    if (index?.bracketed === true && more.length === 0 && /^\d+$/.test(index.text)) {
      found.set(Number(index.text), entry);
    }
  }
  return found;
}

/** {@link readList} for a key that the container itself reads. */
export function listProperty(environment: Environment, key: string): readonly string[] {
  return readList(environment, PropertyName.of(key))?.items.map(({ value }) => value) ?? [];
}
