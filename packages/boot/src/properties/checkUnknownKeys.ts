import { type ClassType, UnsupportedOperationException } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';

/**
 * Warns once about all keys below the prefixes of `types` that no field takes (BH-01); with
 * `config.unknown-keys=error` they stop the start. Pass the properties classes of every candidate configuration,
 * whether or not its conditions match, or keys of a switched-off capability would be called unknown.
 *
 * @param otherKeys keys that something else reads, such as conditions
 */
export function checkUnknownKeys(
  _environment: Environment,
  _types: readonly ClassType<object>[],
  _otherKeys: readonly string[] = [],
): void {
  throw new UnsupportedOperationException('not yet readable');
}
