import { IllegalArgumentException } from '@toolwright/core';
import ms, { type StringValue } from 'ms';
import type { ToolCallback } from '../callback/ToolCallback.js';

/** The longest time that a timer of the runtime can wait; what is longer needs no timer. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * How long a call of this tool may take: the tool's own attribute `timeout` (milliseconds, or a text such as `2s`), else
 * the manager's setting.
 *
 * @returns milliseconds, or null for no bound
 * @throws {IllegalArgumentException} if the attribute is neither
 */
export function toolTimeout(callback: ToolCallback, defaultTimeout: number | null): number | null {
  const own = callback.metadata.attributes['timeout'];
  const timeout = own === undefined ? defaultTimeout : own === null ? null : parseTimeout(own, callback);
  return timeout !== null && timeout > MAX_TIMER ? null : timeout;
}

function parseTimeout(value: unknown, callback: ToolCallback): number {
  const milliseconds = typeof value === 'string' ? parseText(value) : value;
  if (typeof milliseconds === 'number' && milliseconds > 0) return milliseconds;
  throw new IllegalArgumentException(
    `The timeout of tool '${callback.definition.name}' must be a number of milliseconds above 0 or a text such as '2s', but is ${JSON.stringify(value)}`,
  );
}

/** The library rejects empty and overlong texts by an error, others by undefined. */
function parseText(text: string): number | undefined {
  return text.length > 0 && text.length <= 100 ? ms(text as StringValue) : undefined;
}
