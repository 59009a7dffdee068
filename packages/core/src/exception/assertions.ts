import { IllegalArgumentException } from './IllegalArgumentException.js';
import { IllegalStateException } from './IllegalStateException.js';

/**
 * Returns `value` unless it is null or undefined.
 *
 * @throws {IllegalArgumentException} with `message` otherwise
 */
export function requireNonNull<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new IllegalArgumentException(message);
  return value;
}

/**
 * Returns `value` if it is a string with at least one non-blank character.
 *
 * @throws {IllegalArgumentException} with `message` otherwise
 */
export function requireText(value: string | null | undefined, message: string): string {
  if (!hasText(value)) throw new IllegalArgumentException(message);
  return value;
}

/**
 * Returns `values` if it is a list without null or undefined elements.
 *
 * @throws {IllegalArgumentException} with `nullMessage` for a missing list, with `elementMessage` for a missing element
 */
export function requireNonNullElements<T>(
  values: readonly (T | null | undefined)[] | null | undefined,
  nullMessage: string,
  elementMessage: string,
): readonly T[] {
  const list = requireNonNull(values, nullMessage);
  if (list.includes(null) || list.includes(undefined)) throw new IllegalArgumentException(elementMessage);
  return list as readonly T[];
}

/** @throws {IllegalArgumentException} with `message` unless `condition` holds */
export function requireArgument(condition: boolean, message: string): asserts condition {
  if (!condition) throw new IllegalArgumentException(message);
}

/** @throws {IllegalStateException} with `message` unless `condition` holds */
export function requireState(condition: boolean, message: string): asserts condition {
  if (!condition) throw new IllegalStateException(message);
}

/** Whether `value` is a string with at least one non-blank character. */
export function hasText(value: unknown): value is string {
  return typeof value === 'string' && value.trim().length > 0;
}
