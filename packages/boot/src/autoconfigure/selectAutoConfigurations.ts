import { type AbstractClassType, LoggerFactory, suggestName } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';
import { AUTO_CONFIGURATION, autoConfigurationName } from './AutoConfiguration.js';
import { InvalidExclusionException } from './InvalidExclusionException.js';
import { sortAutoConfigurations } from './sortAutoConfigurations.js';

const logger = LoggerFactory.getLogger('toolwright.boot.autoconfigure');

/** The auto-configurations of one context. @internal */
export interface SelectedAutoConfigurations {
  /** Those to be registered, in this order. */
  readonly selected: readonly AbstractClassType[];
  readonly excluded: readonly AbstractClassType[];
}

/**
 * Takes the exclusions out of `candidates` and sorts the rest.
 *
 * @param exclude classes and names, beside those of the property `autoconfigure.exclude`
 * @param isOtherClass whether a name belongs to a class of the application that is no auto-configuration
 * @throws {InvalidExclusionException} if an exclusion is a class, or names one, that is no auto-configuration
 * @internal
 */
export function selectAutoConfigurations(
  candidates: readonly AbstractClassType[],
  exclude: readonly (AbstractClassType | string)[],
  environment: Environment,
  isOtherClass: (name: string) => boolean,
): SelectedAutoConfigurations {
  const excluded = new Set<AbstractClassType>();
  const invalid: string[] = [];
  for (const entry of [...exclude, ...excludedByProperty(environment)]) {
    if (typeof entry !== 'string') {
      if (candidates.includes(entry)) excluded.add(entry);
      else if (!AUTO_CONFIGURATION.own(entry)) invalid.push(entry.name);
      continue;
    }
    // A qualified name, as Spring has it, ends in the name of the class.
    const name = entry.slice(entry.lastIndexOf('.') + 1);
    const named = candidates.filter((type) => autoConfigurationName(type) === entry || type.name === name);
    for (const type of named) excluded.add(type);
    if (named.length === 0 && isOtherClass(name)) invalid.push(entry);
    else if (named.length === 0) warnOfUnknown(entry, candidates);
  }
  if (invalid.length > 0) throw new InvalidExclusionException(invalid);
  return {
    selected: sortAutoConfigurations(candidates.filter((type) => !excluded.has(type))),
    excluded: [...excluded],
  };
}

function excludedByProperty(environment: Environment): readonly string[] {
  const values = [environment.getProperty('autoconfigure.exclude') ?? ''];
  for (let index = 0; ; index++) {
    const value = environment.getProperty(`autoconfigure.exclude[${index}]`);
    if (value === undefined) break;
    values.push(value);
  }
  return values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function warnOfUnknown(name: string, candidates: readonly AbstractClassType[]): void {
  const suggestion = suggestName(name, candidates.map(autoConfigurationName));
  const hint = suggestion === undefined ? '' : ` Did you mean '${suggestion}'?`;
  logger.warn(`The excluded auto-configuration '${name}' is not installed.${hint}`);
}
