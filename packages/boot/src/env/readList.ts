import type { Environment } from './Environment.js';
import type { Origin } from './Origin.js';
import { PlaceholderResolutionException } from './PlaceholderResolutionException.js';
import { PropertyName, type PropertyNameElement } from './PropertyName.js';
import type { PropertyDescendant, PropertyEntry, PropertySource } from './PropertySource.js';

/** What {@link readList} needs of an environment. */
type ListReader = Pick<Environment, 'propertySources' | 'resolvePlaceholders'>;

/** One element of a list. */
export interface ListItem {
  readonly value: string;
  readonly origin: Origin;
}

/** A list as one source has it, placeholders not resolved. */
export interface FoundList {
  /** The list written whole, with commas; null: element by element. */
  readonly whole: PropertyEntry | null;
  readonly elements: readonly PropertyEntry[];
  /** Elements after a gap in the indexes, which belong to no list (BP-12). */
  readonly unbound: readonly PropertyDescendant[];
}

/**
 * The list under `name`: from the source of highest precedence that has it, written whole with commas or element by
 * element; the whole value wins (BP-11 to BP-14).
 *
 * @returns null if no source has it
 */
export function findList(
  { propertySources }: Pick<Environment, 'propertySources'>,
  name: PropertyName,
): FoundList | null {
  for (const source of propertySources) {
    const whole = source.find(name);
    if (whole) return { whole, elements: [], unbound: [] };
    const indexed = indexedEntries(source, name);
    if (indexed.size === 0) continue;
    const elements: PropertyEntry[] = [];
    for (let found = indexed.get(0); found; found = indexed.get(elements.length)) {
      elements.push(found.entry);
      indexed.delete(elements.length - 1);
    }
    return { whole: null, elements, unbound: [...indexed.values()] };
  }
  return null;
}

/**
 * The elements of {@link findList}, placeholders resolved.
 *
 * @returns null if no source has the list
 * @throws {PlaceholderResolutionException} with key and origin of the element
 */
export function readList(environment: ListReader, name: PropertyName): readonly ListItem[] | null {
  const list = findList(environment, name);
  if (!list) return null;
  const { whole, elements } = list;
  if (whole) return splitList(resolved(environment, whole)).map((value) => ({ value, origin: whole.origin }));
  return elements.map((entry) => ({ value: resolved(environment, entry), origin: entry.origin }));
}

function resolved(environment: ListReader, { name, value, origin }: PropertyEntry): string {
  try {
    return environment.resolvePlaceholders(value);
  } catch (error) {
    if (!(error instanceof PlaceholderResolutionException)) throw error;
    const steps = [{ key: name.toString(), origin }, ...error.steps];
    throw new PlaceholderResolutionException(error.placeholder, error.reason, steps, { cause: error.cause });
  }
}

/** The values of a comma list, trimmed; the empty text is the empty list. */
export function splitList(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
}

function indexedEntries(source: PropertySource, name: PropertyName): Map<number, PropertyDescendant> {
  const found = new Map<number, PropertyDescendant>();
  for (const descendant of source.descendants(name)) {
    const [index, ...more] = descendant.rest;
    if (index && isIndex(index) && more.length === 0) found.set(Number(index.text), descendant);
  }
  return found;
}

/** Whether a part of a key is the index of a list. */
export function isIndex({ text, bracketed }: PropertyNameElement): boolean {
  return bracketed && /^\d+$/.test(text);
}

/** {@link readList} for a key that the container itself reads. */
export function listProperty(environment: Environment, key: string): readonly string[] {
  return readList(environment, PropertyName.of(key))?.map(({ value }) => value) ?? [];
}
