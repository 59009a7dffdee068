import { ModelRequestException } from './ModelRequestException.js';

/** When a failed request is sent again. */
export interface RetryOptions {
  /** How often a request is sent at most; 1 for no retries. */
  readonly maxAttempts: number;
  /** The time before the second attempt, in milliseconds. */
  readonly initialInterval: number;
  /** By what the interval grows with every attempt, at least 1. */
  readonly multiplier: number;
  /** The longest interval, in milliseconds. A provider that asks for a longer one is not asked again. */
  readonly maxInterval: number;
}

/**
 * The time to wait before the next attempt, in milliseconds: what the provider asks for, otherwise an interval that grows,
 * of which up to a quarter is chosen by chance so that many clients do not come back at once.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @returns null if there should be none
 */
export function retryDelay(
  error: unknown,
  attempt: number,
  { initialInterval, multiplier, maxInterval }: RetryOptions,
  random: () => number = Math.random,
): number | null {
  if (!(error instanceof ModelRequestException) || !error.retryable) return null;
  if (error.retryAfter !== null) return error.retryAfter <= maxInterval ? error.retryAfter : null;
  const interval = Math.min(initialInterval * multiplier ** (attempt - 1), maxInterval);
  return interval * (1 - random() / 4);
}
