import { IllegalArgumentException } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { MAX_TIMER } from '../limits/Deadline.js';
import { positiveDuration } from '../metadata/positiveDuration.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';

/**
 * How long a call of this tool may take: the tool's own attribute `timeout` (milliseconds, a text such as `2s`, or null
 * for no bound), else the manager's setting.
 *
 * @returns milliseconds, or null for no bound
 * @throws {IllegalArgumentException} if the attribute is none of these
 */
export function toolTimeout(
  callback: ToolCallback,
  { attributes }: ToolMetadata,
  defaultTimeout: number | null,
): number | null {
  const own = attributes['timeout'];
  const timeout = own === undefined ? defaultTimeout : own === null ? null : ownTimeout(own, callback);
  return timeout !== null && timeout > MAX_TIMER ? null : timeout;
}

function ownTimeout(value: unknown, callback: ToolCallback): number {
  try {
    return positiveDuration('timeout', value as number | string);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new IllegalArgumentException(`Tool '${callback.definition.name}': ${reason}`, { cause });
  }
}
