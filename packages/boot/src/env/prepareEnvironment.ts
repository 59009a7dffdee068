import { UnsupportedOperationException } from '@toolwright/core';
import type { Environment } from './Environment.js';

/** What an {@link Environment} is made of. */
export interface EnvironmentOptions {
  /** Arguments of the command line: `--key=value`, `--flag`, others; default none. */
  readonly args?: readonly string[];
  /** Environment variables; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Directory that holds the application's files (BS-03); default the working directory. */
  readonly config?: string;
  /** Values above all others. Objects and lists are flattened; undefined is skipped. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Values below all others. */
  readonly defaultProperties?: Readonly<Record<string, unknown>>;
}

/** Reads all sources of the configuration. */
export async function prepareEnvironment(_options: EnvironmentOptions = {}): Promise<Environment> {
  throw new UnsupportedOperationException('not yet readable');
}
