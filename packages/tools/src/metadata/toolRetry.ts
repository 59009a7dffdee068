import { IllegalArgumentException } from '@toolwright/core';
import { positiveDuration } from './positiveDuration.js';

/** How often a tool is started at most, and the first wait between, in milliseconds; each wait is longer. */
export interface ToolRetry {
  readonly attempts: number;
  readonly backoff: number;
}

/** The wait before the second attempt unless it is given. */
const DEFAULT_BACKOFF = 100;

/**
 * The retry of a tool from its attributes, with the wait in milliseconds; undefined if it has none.
 *
 * @throws {IllegalArgumentException} if the tool is not marked idempotent, or if the numbers are none (RT-02)
 */
export function toolRetry(attributes: Readonly<Record<string, unknown>>): ToolRetry | undefined {
  const retry = attributes['retry'] as { attempts?: unknown; backoff?: number | string } | undefined;
  if (retry === undefined) return undefined;
  if (attributes['idempotent'] !== true) {
    throw new IllegalArgumentException(
      'retry is only for tools marked idempotent: a call that failed may have done its work, and would do it twice. ' +
        'Add idempotent: true if repeating it is harmless, or remove retry.',
    );
  }
  const { attempts, backoff = DEFAULT_BACKOFF } = retry;
  if (!Number.isInteger(attempts) || (attempts as number) < 1) {
    throw new IllegalArgumentException(
      `retry.attempts must be a whole number of at least 1, but is ${String(attempts)}`,
    );
  }
  return Object.freeze({ attempts: attempts as number, backoff: positiveDuration('retry.backoff', backoff) });
}
