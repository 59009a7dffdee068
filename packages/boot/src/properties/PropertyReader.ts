import { isToolwrightException } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';
import type { Origin } from '../env/Origin.js';
import { joinElements, PropertyName, type PropertyNameElement, uniformElement } from '../env/PropertyName.js';
import type { PropertyDescendant, PropertyEntry, PropertySource } from '../env/PropertySource.js';
import { findList, isIndex, splitList } from '../env/readList.js';
import type { PropertyField } from './propertyFields.js';
import type { SingleType } from './PropertyType.js';

/** A value of the configuration that a field may take. */
export interface FieldValue {
  /** The whole key in canonical form, or as written below a map. */
  readonly key: string;
  readonly value: string;
  readonly origin: Origin;
  /** Whether a placeholder in it stands for a secret, whatever its key is; missing: no. */
  readonly secret?: boolean;
}

/** A value that cannot be given to any field, whatever its type. */
export interface UnreadableValue extends FieldValue {
  readonly reason: string;
}

type ReadEnvironment = Pick<Environment, 'propertySources' | 'resolvePlaceholders' | 'mentionsSecret'>;

/** Finds the values of fields in an environment; placeholders are replaced. */
export class PropertyReader {
  readonly #environment: ReadEnvironment;
  /** What could not be read, with the reason. */
  readonly unreadable: UnreadableValue[];

  constructor(environment: ReadEnvironment, unreadable: UnreadableValue[] = []) {
    this.#environment = environment;
    this.unreadable = unreadable;
  }

  /** A reader of one source only; placeholders may still refer to all. */
  #within(source: PropertySource): PropertyReader {
    const environment = this.#environment;
    const resolvePlaceholders = (text: string): string => environment.resolvePlaceholders(text);
    const mentionsSecret = (text: string): boolean => environment.mentionsSecret(text);
    return new PropertyReader({ propertySources: [source], resolvePlaceholders, mentionsSecret }, this.unreadable);
  }

  /** The value under `name`; null if no source has it, or if it cannot be read. */
  scalar(name: PropertyName): FieldValue | null {
    for (const source of this.#environment.propertySources) {
      const entry = source.find(name);
      if (entry) return this.#resolved(name.toString(), entry);
    }
    return null;
  }

  /** The elements of a list of scalars; null if no source has it, or if it cannot be read. */
  list(name: PropertyName): readonly FieldValue[] | null {
    const list = findList(this.#environment, name);
    if (!list) return null;
    const key = name.toString();
    this.#reportUnbound(name, list.unbound);
    if (!list.whole) return list.elements.flatMap((entry, index) => this.#resolved(`${key}[${index}]`, entry) ?? []);
    const whole = this.#resolved(key, list.whole);
    return whole && splitList(whole.value).map((value, index) => ({ ...whole, value, key: `${key}[${index}]` }));
  }

  /**
   * How many objects the list under `name` has, and what reads them: the source of highest precedence that has the list
   * (BP-13); null if none has it.
   */
  objects(name: PropertyName): { readonly count: number; readonly reader: PropertyReader } | null {
    for (const source of this.#environment.propertySources) {
      const indexed = source.descendants(name).filter(({ rest: [first] }) => first && isIndex(first));
      if (indexed.length === 0 && source.find(name)?.value !== '') continue;
      const indexOf = ({ rest }: PropertyDescendant): number => Number(rest[0]?.text);
      const indexes = new Set(indexed.map(indexOf));
      let count = 0;
      while (indexes.has(count)) count++;
      this.#reportUnbound(
        name,
        indexed.filter((descendant) => indexOf(descendant) >= count),
      );
      return { count, reader: this.#within(source) };
    }
    return null;
  }

  /**
   * Reports a value under the name of a map or of a list of objects itself, whose parts have keys of their own. Nothing at
   * all is such a map or list without parts, and a variable may have the name by accident.
   */
  rejectWhole(name: PropertyName, example: string): void {
    const source = this.#environment.propertySources.find((one) => one.exactNames && one.find(name) !== undefined);
    const entry = source?.find(name);
    if (!entry || entry.value.trim() === '') return;
    const key = name.toString();
    const reason = `The parts have keys of their own, such as ${key}${example}.`;
    this.unreadable.push({ key, value: entry.value, origin: entry.origin, reason });
  }

  /** Whether any source has a value below `name`. */
  hasDescendants(name: PropertyName): boolean {
    return this.#environment.propertySources.some((source) => source.descendants(name).length > 0);
  }

  /** The value that a person would look at for `name`: its own, or the first one below it. */
  locate(name: PropertyName): FieldValue | null {
    for (const source of this.#environment.propertySources) {
      const entry = source.find(name) ?? source.descendants(name)[0]?.entry;
      if (entry) return this.#resolved(name.toString(), entry);
    }
    return null;
  }

  /**
   * The entries of a map of scalars by key: keys of all sources together, each with its value of highest precedence
   * (BP-15). Names of environment variables have no case, so a variable sets every key that equals its name otherwise.
   */
  map(name: PropertyName): ReadonlyMap<string, FieldValue> {
    const entries = new Map<string, FieldValue>();
    for (const [key, found] of this.#mapEntries(name)) {
      const value = this.#resolved(`${name.toString()}.${key}`, found);
      if (value) entries.set(key, value);
    }
    return entries;
  }

  /**
   * The keys of a map of objects: the part after `name`, all sources together (BP-18). A variable that spells one of them
   * otherwise, such as `…_MY_SERVER_URL` for `my-server`, is no key of its own.
   */
  objectKeys(name: PropertyName): readonly PropertyNameElement[] {
    const elements = new Map<string, PropertyNameElement>();
    const add = (element: PropertyNameElement): unknown => elements.set(uniformElement(element), element);
    for (const source of [...this.#environment.propertySources].reverse().filter(({ exactNames }) => exactNames)) {
      for (const { rest } of source.descendants(name)) if (rest[0] && rest.length > 1) add(rest[0]);
    }
    const spelled = new Set([...elements.values()].map(({ text }) => squashed(text)).filter((text) => text !== ''));
    for (const source of this.#environment.propertySources.filter(({ exactNames }) => !exactNames)) {
      for (const { rest } of source.descendants(name)) {
        const starts = rest.map((_, end) => squashed(joinElements(rest.slice(0, end))));
        if (rest[0] && rest.length > 1 && !starts.some((start) => spelled.has(start))) add(rest[0]);
      }
    }
    return [...elements.values()];
  }

  #mapEntries(name: PropertyName): ReadonlyMap<string, PropertyEntry> {
    const entries = new Map<string, PropertyEntry>();
    const lowestFirst = [...this.#environment.propertySources].reverse();
    const exactKeys = new Set(
      lowestFirst
        .filter((source) => source.exactNames)
        .flatMap((source) => source.descendants(name).map(({ rest }) => mapKey(rest))),
    );
    for (const source of lowestFirst) {
      for (const descendant of source.descendants(name)) {
        for (const key of source.exactNames ? [mapKey(descendant.rest)] : variableKeys(descendant, exactKeys)) {
          entries.set(key, descendant.entry);
        }
      }
    }
    return entries;
  }

  #resolved(key: string, entry: PropertyEntry): FieldValue | null {
    try {
      const value = this.#environment.resolvePlaceholders(entry.value);
      return { key, value, origin: entry.origin, secret: this.#environment.mentionsSecret(entry.value) };
    } catch (error) {
      if (!isToolwrightException(error)) throw error;
      this.unreadable.push({ key, value: entry.value, origin: entry.origin, reason: error.message });
      return null;
    }
  }

  #reportUnbound(list: PropertyName, unbound: readonly PropertyDescendant[]): void {
    for (const { entry, rest } of unbound) {
      const key = list.append(...rest).toString();
      this.unreadable.push({ key, value: entry.value, origin: entry.origin, reason: unboundReason(key) });
    }
  }
}

/** The reason for a key that nothing takes. */
export function unboundReason(key: string): string {
  return `The elements [${key}] were left unbound.`;
}

/** The name of a field below the name of its object. */
export function fieldName(parent: PropertyName, field: PropertyField): PropertyName {
  return parent.append({ text: field.key, bracketed: false });
}

/** What a text has to look like for the format of its type: plain durations get their unit. */
export function withUnit(type: SingleType, text: string): string {
  return type.kind === 'duration' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(text) ? `${text.trim()}${type.unit}` : text;
}

/** A map's key: as written in brackets, otherwise letters, digits, `-`, `_` and `.` (BP-16). */
function mapKey(rest: readonly PropertyNameElement[]): string {
  const [first, ...more] = rest;
  if (first?.bracketed === true && more.length === 0) return first.text;
  return joinElements(
    rest.map(({ text, bracketed }) => ({ text: bracketed ? text : text.replace(/[^\p{L}\p{N}_-]/gu, ''), bracketed })),
  );
}

function variableKeys({ rest }: PropertyDescendant, exactKeys: ReadonlySet<string>): readonly string[] {
  const key = mapKey(rest);
  const wanted = squashed(key);
  const same = [...exactKeys].filter((exact) => squashed(exact) === wanted);
  return same.length > 0 ? same : [key];
}

function squashed(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
