import { requireNonNull, requireText } from '@toolwright/core';
import type { ContextInput } from './Context.js';

/**
 * The entries of a tool context, checked.
 *
 * @throws {IllegalArgumentException} for a missing context, key or value (CC-16)
 */
export function toolContextOf(context: ContextInput): Readonly<Record<string, unknown>> {
  const source = requireNonNull(context, 'context cannot be null');
  const entries: [string, unknown][] = [];
  for (const [key, value] of source instanceof Map ? source : Object.entries(source)) {
    requireNonNull(key as unknown, 'context keys cannot contain null elements');
    requireText(key as string, 'context key cannot be null or empty');
    requireNonNull(value as unknown, 'context values cannot contain null elements');
    entries.push([key as string, value]);
  }
  return Object.fromEntries(entries);
}
