import type { ClassType } from '@toolwright/core';
import type { Origin } from './Origin.js';

/** Configuration of the application as one view over all its sources, highest precedence first. */
export abstract class Environment {
  /** The profiles that were asked for, in order; a later one overrides an earlier one. Empty means `default`. */
  abstract readonly activeProfiles: readonly string[];

  /** Arguments of the command line that are no `--key=value`. */
  abstract readonly nonOptionArguments: readonly string[];

  /** The value under `key` (relaxed names, aliases), placeholders resolved; undefined if no source has it. */
  abstract getProperty(key: string): string | undefined;

  /** Whether any source has `key`. */
  abstract containsProperty(key: string): boolean;

  /** Where the effective value of `key` came from. */
  abstract getOrigin(key: string): Origin | undefined;

  /** Replaces `${key}` and `${key:default}` in `text`. */
  abstract resolvePlaceholders(text: string): string;

  /**
   * Fills a `@ConfigurationProperties` class: convict for coercion, class-transformer for instances, class-validator for
   * constraints.
   *
   * @param prefix default: the prefix that the class declares
   */
  abstract bind<T extends object>(type: ClassType<T>, prefix?: string): Promise<T>;
}
