import { hasText, LoggerFactory, type MaybePromise } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { isThenable } from '../conversion/convertResult.js';
import type { ToolCallTrace } from '../execution/retryToolCall.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import { untilAborted } from '../execution/untilAborted.js';
import type { ToolCallListener } from './ToolCallListener.js';

const logger = LoggerFactory.getLogger('toolwright.tools.listener');

/**
 * Runs one tool call and tells the listeners, in their order. An abort ends the call for them at once, however long the
 * tool still works.
 *
 * @throws what the run throws
 */
export async function listenToToolCall(
  listeners: readonly ToolCallListener[],
  call: ToolCall,
  callback: ToolCallback,
  signal: AbortSignal | undefined,
  trace: ToolCallTrace,
  run: () => Promise<string>,
): Promise<string> {
  const start = Object.freeze({
    toolCallId: call.id,
    toolName: callback.definition.name,
    arguments: hasText(call.arguments) ? call.arguments : '{}',
    toolDefinition: callback.definition,
    toolMetadata: callback.metadata,
  });
  tell(listeners, (listener) => listener.onStart(start));
  const startedAt = performance.now();
  const end = <T>(detail: T) =>
    Object.freeze({ ...start, duration: performance.now() - startedAt, attempts: trace.attempts, ...detail });
  let result: string;
  try {
    result = await (signal ? untilAborted(signal, run) : run());
  } catch (reason) {
    const isFinal = signal?.aborted === true || reason instanceof ToolExecutionException;
    const event = end({ error: isFinal ? reason : new ToolExecutionException(callback.definition, reason) });
    tell(listeners, (listener) => listener.onError(event));
    throw reason;
  }
  const event = end({ result, cached: trace.cached });
  tell(listeners, (listener) => listener.onSuccess(event));
  return result;
}

/** A listener may be asynchronous; nobody waits for it, but what it rejects with is not lost. */
function tell(
  listeners: readonly ToolCallListener[],
  notify: (listener: ToolCallListener) => MaybePromise<void>,
): void {
  for (const listener of listeners) {
    const report = (err: unknown): void => {
      logger.warn(`A tool call listener of class '${listener.constructor.name}' failed; the call goes on.`, { err });
    };
    try {
      const told = notify(listener);
      if (isThenable(told)) told.then(undefined, report);
    } catch (error) {
      report(error);
    }
  }
}
