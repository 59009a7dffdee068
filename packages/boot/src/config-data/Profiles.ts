import { IllegalArgumentException } from '@toolwright/core';
import { booleanOf } from '../env/booleanOf.js';
import type { Environment } from '../env/Environment.js';
import { PropertyName } from '../env/PropertyName.js';
import { listProperty, readList } from '../env/readList.js';
import { ProfileExpression } from './ProfileExpression.js';

const INCLUDE = PropertyName.of('profiles.include');

/** The profiles of an application. */
export class Profiles {
  /** Those that were asked for, expanded: included ones, then active ones, each followed by its group. */
  readonly active: readonly string[];
  /** Those whose files are read: the active ones, else the default ones. */
  readonly accepted: readonly string[];

  private constructor(active: readonly string[], fallback: readonly string[]) {
    this.active = active;
    this.accepted = active.length > 0 ? active : fallback;
  }

  /**
   * Reads `profiles.active`, `.include`, `.group.*`, `.default` and `.validate` (BS-10 to BS-12, BS-15).
   *
   * @throws {IllegalArgumentException} for a name that no profile may have
   */
  static from(environment: Environment): Profiles {
    const expanded = new Set<string>();
    const add = (profile: string): void => {
      if (expanded.has(profile)) return;
      expanded.add(profile);
      for (const member of listProperty(environment, `profiles.group.${profile}`)) add(member);
    };
    for (const profile of includedProfiles(environment)) add(profile);
    for (const profile of listProperty(environment, 'profiles.active')) add(profile);
    const fallback = listProperty(environment, 'profiles.default');
    const profiles = new Profiles([...expanded], fallback.length > 0 ? fallback : ['default']);
    if (booleanOf(environment.getProperty('profiles.validate') ?? '') !== false) {
      for (const profile of profiles.accepted) checkProfileName(profile);
    }
    return profiles;
  }

  /** Whether a `config.activate.on-profile` expression holds. */
  matches(expression: string): boolean {
    return new ProfileExpression(expression).matches((profile) => this.accepted.includes(profile));
  }
}

/** Every source adds profiles to those of the others, the one of highest precedence last. */
function includedProfiles(environment: Environment): readonly string[] {
  const resolvePlaceholders = (text: string): string => environment.resolvePlaceholders(text);
  return environment.propertySources
    .toReversed()
    .flatMap((source) => readList({ propertySources: [source], resolvePlaceholders }, INCLUDE) ?? [])
    .map(({ value }) => value);
}

function checkProfileName(profile: string): void {
  if (!/^[\p{L}\p{N}\-_.+@]+$/u.test(profile)) {
    throw new IllegalArgumentException(
      `Profile '${profile}' must contain a letter, digit or allowed char ('-', '_', '.', '+', '@')`,
    );
  }
  if (!/^[\p{L}\p{N}]/u.test(profile) || !/[\p{L}\p{N}]$/u.test(profile)) {
    throw new IllegalArgumentException(`Profile '${profile}' must start and end with a letter or digit`);
  }
}
