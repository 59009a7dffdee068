import { IllegalArgumentException, lazyPackage } from '@toolwright/core';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/**
 * The value of a `random.*` key, new at every call: `random.uuid`, `random.value` (32 hexadecimal digits), `random.int`,
 * `random.long`, and the last two with a limit `(max)` or a range `[min,max]`, lower bound included, upper bound not
 * (BS-19). A long stays within the safe integers.
 *
 * @returns undefined for other keys
 * @throws {IllegalArgumentException} for a range that is empty or no range
 */
export function randomValue(key: string): string | undefined {
  if (key === 'random.uuid') return nodeCrypto().randomUUID();
  if (key === 'random.value') return nodeCrypto().randomBytes(16).toString('hex');
  const number = /^random\.(int|long)(?:[([](.*)[)\]])?$/.exec(key);
  if (!number) return undefined;
  if (number[2] === undefined) return String(number[1] === 'int' ? randomInt(-(2 ** 31), 2 ** 31 - 1) : randomLong());
  const bounds = number[2].split(',').map((bound) => (bound.trim() === '' ? NaN : Number(bound)));
  const [low, high] = bounds.length === 1 ? [0, bounds[0]] : bounds;
  if (
    low === undefined ||
    high === undefined ||
    !Number.isSafeInteger(low) ||
    !Number.isSafeInteger(high) ||
    low >= high
  ) {
    throw new IllegalArgumentException(`'${key}' needs an upper bound above its lower bound, such as random.int[1,10]`);
  }
  return String(low + Math.floor(randomFraction() * (high - low)));
}

function randomInt(low: number, high: number): number {
  return nodeCrypto().randomInt(low, high);
}

function randomLong(): number {
  return Math.floor((randomFraction() - 0.5) * 2 * Number.MAX_SAFE_INTEGER);
}

function randomFraction(): number {
  return randomInt(0, 2 ** 47) / 2 ** 47;
}
