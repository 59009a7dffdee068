import type { DescribedProperty } from './describeProperties.js';

/** Units from large to small, with what they stand for in milliseconds and bytes. */
const DURATIONS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;
const SIZES = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
  ['B', 1],
] as const;

/**
 * The default of a key as it would be written in a file: `30s`, `4MB`, `red, green`; JSON for maps.
 *
 * @returns the empty text for a secret, and where there is no default or it is empty
 */
export function describeDefault({ defaultValue, secret, type }: DescribedProperty): string {
  if (secret || defaultValue === undefined || defaultValue === null) return '';
  if (typeof defaultValue === 'number' && type === 'duration') return inUnits(defaultValue, DURATIONS);
  if (typeof defaultValue === 'number' && type === 'data size') return inUnits(defaultValue, SIZES);
  if (Array.isArray(defaultValue)) return defaultValue.join(', ');
  if (defaultValue instanceof Map) {
    return defaultValue.size === 0 ? '' : JSON.stringify(Object.fromEntries(defaultValue as Map<string, unknown>));
  }
  return typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue);
}

/** The number in the largest unit of which it is a whole number. */
function inUnits(value: number, units: readonly (readonly [unit: string, size: number])[]): string {
  const fitting = units.find(([, size]) => value !== 0 && value % size === 0);
  return fitting ? `${value / fitting[1]}${fitting[0]}` : `${value}${units.at(-1)?.[0] ?? ''}`;
}
