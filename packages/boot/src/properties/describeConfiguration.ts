import { type ClassType, isToolwrightException } from '@toolwright/core';
import type { Environment, PropertyExplanation } from '../env/Environment.js';
import { isSecretKey, MASK } from '../env/isSecretKey.js';
import {
  joinElements,
  parseNameElements,
  PropertyName,
  type PropertyNameElement,
  uniformElement,
} from '../env/PropertyName.js';
import type { PropertySource } from '../env/PropertySource.js';
import { type DescribedProperty, describeProperties } from './describeProperties.js';

/** A key, what may be written under it, and what is. */
export interface ConfiguredProperty extends DescribedProperty {
  /**
   * The values that sources set, secrets masked: one for a plain key, one per element for lists and maps. Empty: the
   * default is in effect.
   */
  readonly settings: readonly PropertyExplanation[];
}

/**
 * Every key that an application knows, sorted by key, with what sets it.
 *
 * @param types classes with `@ConfigurationProperties`
 * @param otherKeys keys of any type that something else reads, such as conditions
 */
export function describeConfiguration(
  environment: Environment,
  types: readonly ClassType<object>[],
  otherKeys: readonly string[] = [],
): readonly ConfiguredProperty[] {
  const described = new Map<string, DescribedProperty>();
  for (const type of types) {
    for (const property of describeProperties(type)) {
      if (!described.has(property.key)) described.set(property.key, property);
    }
  }
  const patterns = [...described.keys()].map((key) => patternOf(key));
  for (const key of otherKeys) {
    const elements = PropertyName.of(key).elements;
    if (!patterns.some((pattern) => startsWith(elements, pattern))) described.set(key, untyped(key));
  }
  return [...described.values()]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((property) => ({ ...property, settings: settingsOf(property, environment) }));
}

/** Keys that stand below no prefix. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  debug: 'Whether the report of all conditions is printed at start.',
};

function untyped(key: string): DescribedProperty {
  return {
    key,
    type: 'text',
    defaultValue: undefined,
    description: DESCRIPTIONS[key] ?? null,
    allowed: 'a text',
    validValues: [],
    minimum: null,
    maximum: null,
    secret: false,
  };
}

function settingsOf(property: DescribedProperty, environment: Environment): readonly PropertyExplanation[] {
  return keysOf(property, environment).map((key) => {
    const explained = explain(key, environment);
    if (!property.secret || explained.value === undefined) return explained;
    return { ...explained, value: MASK, shadowed: explained.shadowed.map((each) => ({ ...each, value: MASK })) };
  });
}

/** The keys below (or equal to) a described one that sources set, as they were written. */
function keysOf({ key, type }: DescribedProperty, environment: Environment): readonly string[] {
  const pattern = patternOf(key);
  const wildcard = pattern.findIndex(({ text }) => text === WILDCARD);
  const isList = type.startsWith('list of') || key.includes('[*]');
  const isPlain = wildcard < 0 && !isList && !type.startsWith('map of');
  const base = pattern.slice(0, wildcard < 0 ? undefined : wildcard);
  const name = PropertyName.ofElements(base);
  if (isPlain) return environment.containsProperty(key) ? [key] : [];
  const found = new Map<string, { readonly key: string; readonly exact: boolean }>();
  for (const source of environment.propertySources) {
    const keys = keysIn(source, name, base, pattern.slice(base.length));
    for (const each of keys) {
      const { uniform } = PropertyName.of(each);
      if (!found.has(uniform) || (source.exactNames && found.get(uniform)?.exact === false))
        found.set(uniform, { key: each, exact: source.exactNames });
    }
    // Lists are not merged: the source of highest precedence that has one has all of it (BP-13).
    if (isList && keys.length > 0) break;
  }
  return [...found.values()].map((each) => each.key);
}

function keysIn(
  source: PropertySource,
  name: PropertyName,
  base: readonly PropertyNameElement[],
  tail: readonly PropertyNameElement[],
): readonly string[] {
  if (tail.length === 0 && source.find(name)) return [joinElements(base)];
  return source
    .descendants(name)
    .filter(({ rest }) => startsWith(rest, tail))
    .map(({ rest }) => joinElements([...base, ...rest]));
}

const WILDCARD = '*';

/** `servers[*].name` and `limits.*.max` as elements, the wildcard being one of them. */
function patternOf(key: string): readonly PropertyNameElement[] {
  return parseNameElements(key);
}

function startsWith(elements: readonly PropertyNameElement[], pattern: readonly PropertyNameElement[]): boolean {
  if (elements.length < pattern.length) return false;
  return pattern.every((part, index) => {
    const element = elements[index];
    return element && (part.text === WILDCARD || uniformElement(element) === uniformElement(part));
  });
}

/** The explanation of a key; a value whose placeholders cannot be replaced is shown as it was written. */
function explain(key: string, environment: Environment): PropertyExplanation {
  try {
    return environment.explain(key);
  } catch (error) {
    if (!isToolwrightException(error)) throw error;
    const name = PropertyName.of(key);
    const entries = environment.propertySources.flatMap((source) => source.find(name) ?? []);
    const [effective, ...shadowed] = entries.map(({ value, origin }) => ({
      value: isSecretKey(key) ? MASK : value,
      origin,
    }));
    return { key: name.toString(), value: effective?.value, origin: effective?.origin, shadowed };
  }
}
