import { ProfileExpression } from '../config-data/ProfileExpression.js';
import type { Origin } from './Origin.js';
import { listProperty } from './readList.js';
import type { PropertySource } from './PropertySource.js';

/** The value that a key has, and what it hides: see {@link Environment.explain}. */
export interface PropertyExplanation {
  /** The key in its canonical form, without the prefixes `spring.` and `spring.ai.`. */
  readonly key: string;
  /** Placeholders resolved; `******` if the key or a placeholder is one of a secret; undefined if no source has the key. */
  readonly value: string | undefined;
  readonly origin: Origin | undefined;
  /** What sources of lower precedence say, highest first, placeholders left as written, secrets masked. */
  readonly shadowed: readonly { readonly value: string; readonly origin: Origin }[];
}

/** Configuration of the application as one view over all its sources, highest precedence first. */
export abstract class Environment {
  /** The profiles that were asked for, in order; a later one overrides an earlier one. Empty means `default`. */
  abstract readonly activeProfiles: readonly string[];

  /** The profiles in effect: the active ones, else those of `profiles.default`, else `default`. */
  get acceptedProfiles(): readonly string[] {
    if (this.activeProfiles.length > 0) return this.activeProfiles;
    const fallback = listProperty(this, 'profiles.default');
    return fallback.length > 0 ? fallback : ['default'];
  }

  /**
   * Whether one of the expressions holds for {@link acceptedProfiles}: names joined by `!`, `&`, `|` and parentheses.
   *
   * @throws {IllegalArgumentException} for text that is no expression
   */
  acceptsProfiles(...expressions: readonly string[]): boolean {
    const accepted = this.acceptedProfiles;
    return expressions
      .map((expression) => new ProfileExpression(expression).matches((profile) => accepted.includes(profile)))
      .includes(true);
  }

  /** Arguments of the command line that are no `--key=value`. */
  abstract readonly nonOptionArguments: readonly string[];

  /** All sources, highest precedence first. */
  abstract readonly propertySources: readonly PropertySource[];

  /**
   * The value under `key` (relaxed names, aliases), placeholders resolved; undefined if no source has it.
   *
   * @throws {PlaceholderResolutionException} for a placeholder without value and default, or a circular one
   */
  abstract getProperty(key: string): string | undefined;

  /** Whether any source has `key`. */
  abstract containsProperty(key: string): boolean;

  /** Where the effective value of `key` came from. */
  abstract getOrigin(key: string): Origin | undefined;

  /** The effective value of `key`, its origin and the values it hides (BH-06). */
  abstract explain(key: string): PropertyExplanation;

  /**
   * Replaces `${key}` and `${key:default}` in `text`.
   *
   * @throws {PlaceholderResolutionException} for a placeholder without value and default, or a circular one
   */
  abstract resolvePlaceholders(text: string): string;

  /**
   * Whether a placeholder in `text` stands for a secret: the content of a file, or a key that looks like one of a secret.
   * Reports show `******` instead of what such a text resolves to.
   */
  abstract mentionsSecret(text: string): boolean;
}
