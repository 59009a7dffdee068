import { requireState } from '@toolwright/core';
import { booleanOf } from '../env/booleanOf.js';
import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, type ConditionProperty, match, noMatch } from './ConditionOutcome.js';

/** Which properties are asked, and what they must be. */
export interface OnPropertyOptions {
  /** Put before each name, with a dot where it does not end in one. */
  readonly prefix?: string;
  /** The property or properties, all of which must match. Either this or `value`. */
  readonly name?: string | readonly string[];
  /** Another word for `name`. */
  readonly value?: string | readonly string[];
  /**
   * The expected value, compared ignoring case, dashes and underscores; `true` and `false` as flags, so that `on` is true.
   * Default: anything but `false`, `off` and `no`.
   */
  readonly havingValue?: string;
  /** Whether a property that is not set matches; default false. */
  readonly matchIfMissing?: boolean;
}

/** The condition of `@ConditionalOnProperty`. */
export class OnPropertyCondition extends Condition {
  readonly #prefix: string;
  readonly #names: readonly string[];
  readonly #havingValue: string;
  readonly #matchIfMissing: boolean;

  /** @throws {IllegalStateException} unless exactly one of `name` and `value` is given */
  constructor(options: OnPropertyOptions) {
    super();
    const name = [options.name ?? []].flat();
    const value = [options.value ?? []].flat();
    requireState(
      name.length > 0 || value.length > 0,
      'The name or value attribute of @ConditionalOnProperty must be specified',
    );
    requireState(
      name.length === 0 || value.length === 0,
      'The name and value attributes of @ConditionalOnProperty are exclusive',
    );
    const prefix = options.prefix?.trim() ?? '';
    this.#prefix = prefix === '' || prefix.endsWith('.') ? prefix : `${prefix}.`;
    this.#names = name.length > 0 ? name : value;
    this.#havingValue = options.havingValue ?? '';
    this.#matchIfMissing = options.matchIfMissing ?? false;
  }

  override get propertyKeys(): readonly string[] {
    return this.#names.map((name) => this.#prefix + name);
  }

  override get singleValueKeys(): readonly string[] {
    return this.propertyKeys;
  }

  override matches({ environment }: ConditionContext): ConditionOutcome {
    const missing: string[] = [];
    const different: string[] = [];
    const properties: ConditionProperty[] = [];
    for (const name of this.#names) {
      const key = this.#prefix + name;
      const actual = environment.getProperty(key);
      const matched = actual === undefined ? this.#matchIfMissing : this.#isExpected(actual);
      if (!matched) (actual === undefined ? missing : different).push(name);
      properties.push({
        key,
        value: (actual === undefined ? undefined : environment.explain(key).value) ?? null,
        origin: environment.getOrigin(key) ?? null,
        matched,
        enabledBy: matched ? null : this.#havingValue === '' ? 'true' : this.#havingValue,
      });
    }
    const about = `@ConditionalOnProperty (${this.#describe()})`;
    if (missing.length > 0) return noMatch(`${about} did not find ${list(missing)}`, { properties });
    if (different.length > 0) return noMatch(`${about} found different value in ${list(different)}`, { properties });
    return match(`${about} matched`, { properties });
  }

  /** Words are as far apart as for the binder: a flag may be written `on`, an enumeration `IN_MEMORY`. */
  #isExpected(actual: string): boolean {
    const value = uniform(actual);
    const expected = uniform(this.#havingValue);
    // A number is no flag unless one is expected.
    if (expected === '') return value === '0' || booleanOf(value) !== false;
    if (expected === 'true' || expected === 'false') return booleanOf(value) === (expected === 'true');
    return value === expected;
  }

  #describe(): string {
    const [first = ''] = this.#names;
    const names = this.#names.length === 1 ? first : `[${this.#names.join(',')}]`;
    return `${this.#prefix}${names}${this.#havingValue === '' ? '' : `=${this.#havingValue}`}`;
  }
}

function uniform(text: string): string {
  return text.trim().toLowerCase().replace(/[-_]/g, '');
}

function list(names: readonly string[]): string {
  return `${names.length === 1 ? 'property' : 'properties'} ${names.map((name) => `'${name}'`).join(', ')}`;
}
