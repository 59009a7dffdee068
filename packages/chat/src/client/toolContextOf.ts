import { requireNonNull, requireText } from '@toolwright/core';
import { type ContextInput, isMap } from './Context.js';

/**
 * The entries of a tool context, checked.
 *
 * @throws {IllegalArgumentException} for a missing context, key or value (CC-16)
 */
export function toolContextOf(context: ContextInput): Readonly<Record<string, unknown>> {
  const source = requireNonNull(context, 'context cannot be null');
  const entries: [string, unknown][] = [];
  for (const [key, value] of isMap(source) ? source : Object.entries(source)) {
    requireNonNull(key, 'context keys cannot contain null elements');
    requireText(key, 'context key cannot be null or empty');
    requireNonNull(value, 'context values cannot contain null elements');
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}
