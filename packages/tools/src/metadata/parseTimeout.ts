import { IllegalArgumentException } from '@toolwright/core';

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * A timeout in milliseconds, from a number of them or from text such as `500ms`, `2s`, `1.5m`.
 *
 * @throws {IllegalArgumentException} if it is neither, or not above zero
 */
export function parseTimeout(timeout: number | string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(timeout).trim()) ?? [];
  const milliseconds =
    typeof timeout === 'number' ? timeout : Number(amount) * (MILLISECONDS[unit ?? ''] ?? Number.NaN);
  if (!(milliseconds > 0)) {
    throw new IllegalArgumentException(
      `timeout must be a number of milliseconds above 0, or text such as 500ms, 2s or 1m, but is '${timeout}'`,
    );
  }
  return milliseconds;
}
