import { IllegalArgumentException } from '@toolwright/core';
import { positiveDuration } from '../metadata/positiveDuration.js';

/** How long the results of a tool are kept for equal calls, and what beside the arguments makes calls equal. */
export interface ToolCache {
  /** Milliseconds; null for what the manager says. */
  readonly ttl: number | null;
  /** Keys of the tool context whose values must be equal too; null for all of them (RT-07). */
  readonly by: readonly string[] | null;
}

/**
 * The cache of a tool from its attributes; undefined if it has none.
 *
 * @throws {IllegalArgumentException} if the tool is not marked idempotent, or if the settings are none
 */
export function toolCache(attributes: Readonly<Record<string, unknown>>): ToolCache | undefined {
  const cache = attributes['cache'] as { ttl?: number | string | null; by?: readonly string[] | null } | undefined;
  if (cache === undefined) return undefined;
  if (attributes['idempotent'] !== true) {
    throw new IllegalArgumentException(
      'cache is only for tools marked idempotent: a call that is answered from the cache does not run, so what it would ' +
        'have done is not done. Add idempotent: true if nothing is lost by that, or remove cache.',
    );
  }
  const { ttl, by } = cache;
  if (by !== undefined && by !== null && !(Array.isArray(by) && by.every((key) => typeof key === 'string'))) {
    throw new IllegalArgumentException('cache.by must be a list of keys of the tool context');
  }
  return Object.freeze({
    ttl: ttl === undefined || ttl === null ? null : positiveDuration('cache.ttl', ttl),
    by: by ? Object.freeze([...by].sort()) : null,
  });
}
