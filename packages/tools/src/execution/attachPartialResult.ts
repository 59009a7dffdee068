import type { ToolExecutionResult } from './ToolExecutionResult.js';

/**
 * Gives an error the history with the results of the other calls of its batch, as `partialToolExecutionResult` (TX-09).
 * The property cannot be enumerated, so that loggers do not write a conversation. A primitive or a frozen object is left
 * as it is.
 *
 * @internal
 */
export function attachPartialResult(error: unknown, partial: ToolExecutionResult): void {
  if (typeof error !== 'object' || error === null || !Object.isExtensible(error)) return;
  Object.defineProperty(error, 'partialToolExecutionResult', { value: partial, configurable: true, writable: true });
}

/** Whether an error carries the results of a batch. */
export function hasPartialResult(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Object.hasOwn(error, 'partialToolExecutionResult');
}
