import { IllegalArgumentException, parseDuration } from '@toolwright/core';

/**
 * A duration above zero in milliseconds, from a number of them or from text such as `500ms`, `2s`, `1.5m`.
 *
 * @param name what the message calls it, such as `timeout`
 * @throws {IllegalArgumentException} if it is neither, or not above zero
 */
export function positiveDuration(name: string, duration: number | string): number {
  const milliseconds = millisecondsOf(duration);
  if (!(milliseconds > 0)) {
    throw new IllegalArgumentException(
      `${name} must be a number of milliseconds above 0, or text such as 500ms, 2s or 1m, but is '${duration}'`,
    );
  }
  return milliseconds;
}

function millisecondsOf(duration: number | string): number {
  if (typeof duration === 'number') return duration;
  try {
    return parseDuration(duration.trim());
  } catch {
    return Number.NaN;
  }
}
