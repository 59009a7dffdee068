import { type ClassType, LoggerFactory, suggestName } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';
import { PropertyName, type PropertyNameElement, toKebabCase, uniformElement } from '../env/PropertyName.js';
import type { PropertyEntry } from '../env/PropertySource.js';
import { configurationPropertiesOf } from './ConfigurationProperties.js';
import { describeProperties } from './describeProperties.js';
import { propertyFieldsOf } from './propertyFields.js';
import { type UnknownKey, UnknownConfigurationKeysException } from './UnknownConfigurationKeysException.js';
import { takes } from './unknownKeysBelow.js';

const logger = LoggerFactory.getLogger('toolwright.boot.properties');

/** A prefix that belongs to a properties class. */
interface KnownPrefix {
  readonly name: PropertyName;
  readonly type: ClassType<object>;
}

/**
 * Warns once about all keys below the prefixes of `types` that no field takes (BH-01); with
 * `config.unknown-keys=error` they stop the start, with `ignore` nothing is said. Keys that start with `spring.ai.` and
 * belong to no prefix are listed as not supported. Environment variables are not looked at.
 *
 * Pass the properties classes of every candidate configuration, whether or not its conditions match, or the keys of a
 * capability that is switched off would be called unknown.
 *
 * @param otherKeys keys that something else reads, such as conditions
 * @throws {UnknownConfigurationKeysException} with `config.unknown-keys=error`
 */
export function checkUnknownKeys(
  environment: Environment,
  types: readonly ClassType<object>[],
  otherKeys: readonly string[] = [],
): void {
  const mode = environment.getProperty('config.unknown-keys')?.trim().toLowerCase();
  if (mode === 'ignore') return;
  const unknown = findUnknownKeys(environment, types, otherKeys);
  if (unknown.length === 0) return;
  const failure = new UnknownConfigurationKeysException(unknown);
  if (mode === 'error') throw failure;
  // An entry of the log is one line.
  logger.warn(failure.message.replace(':\n', ': ').replaceAll('\n', ', '));
}

function findUnknownKeys(
  environment: Environment,
  types: readonly ClassType<object>[],
  otherKeys: readonly string[],
): readonly UnknownKey[] {
  const prefixes = [...new Set(types)].flatMap((type): readonly KnownPrefix[] => {
    const prefix = configurationPropertiesOf(type)?.prefix;
    return prefix === undefined ? [] : [{ name: PropertyName.of(prefix), type }];
  });
  const others = new Set(otherKeys.map((key) => PropertyName.of(key).uniform));
  // Only needed to suggest something, which is rare.
  let candidates: readonly string[] | undefined;
  const allKeys = (): readonly string[] =>
    (candidates ??= [
      ...[...new Set(types)].flatMap((type) => describeProperties(type).map(({ key }) => key)),
      ...otherKeys,
    ]);
  const unknown = new Map<string, UnknownKey>();
  for (const source of environment.propertySources) {
    if (!source.exactNames) continue;
    for (const entry of source.entries) {
      if (unknown.has(entry.name.uniform) || others.has(entry.name.uniform)) continue;
      const found = unknownKey(entry, prefixes, allKeys);
      if (found) unknown.set(entry.name.uniform, found);
    }
  }
  return [...unknown.values()];
}

function unknownKey(
  { name, origin }: PropertyEntry,
  prefixes: readonly KnownPrefix[],
  candidates: () => readonly string[],
): UnknownKey | null {
  const key = name.toString();
  const matching = prefixes.flatMap((prefix) => {
    const rest = belowPrefix(prefix.name, name);
    return rest ? [{ prefix, rest }] : [];
  });
  if (matching.length === 0) {
    return name.springAi ? { key: `spring.ai.${key}`, origin, suggestion: null, supported: false } : null;
  }
  if (matching.some(({ prefix, rest }) => takes(propertyFieldsOf(prefix.type), rest))) return null;
  // Only what follows the longest known prefix is compared: the same beginning would make every key look near.
  const { prefix, rest } = matching.reduce((a, b) => (b.rest.length < a.rest.length ? b : a));
  const start = `${prefix.name.toString()}.`;
  const wanted = rest.map(({ text }) => toKebabCase(text)).join('.');
  const near = suggestName(
    wanted,
    candidates()
      .filter((candidate) => candidate.startsWith(start))
      .map((candidate) => candidate.slice(start.length)),
  );
  return { key, origin, suggestion: near === undefined ? null : start + near, supported: true };
}

/** The parts of `name` below `prefix`; null if it is not below. @internal */
export function belowPrefix(prefix: PropertyName, name: PropertyName): readonly PropertyNameElement[] | null {
  const length = prefix.elements.length;
  if (name.elements.length <= length || !name.uniform.startsWith(prefix.uniform)) return null;
  const same = prefix.elements.every((element, index) => {
    const other = name.elements[index];
    return other !== undefined && uniformElement(other) === uniformElement(element);
  });
  return same ? name.elements.slice(length) : null;
}
