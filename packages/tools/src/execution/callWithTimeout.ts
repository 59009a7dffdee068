import { LoggerFactory } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { ToolTimeoutException } from './ToolTimeoutException.js';

const logger = LoggerFactory.getLogger('toolwright.tools.execution');

/**
 * Runs a tool with a bound in time. The signal in its context fires when the time is over or when `signal` fires.
 *
 * @param timeout in milliseconds
 * @throws {ToolTimeoutException} when the time is over; a later result is discarded
 */
export async function callWithTimeout(
  callback: ToolCallback,
  toolInput: string,
  context: ToolContext,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    signal?.addEventListener('abort', abort, { once: true });
    const result = callback.call(toolInput, context.withSignal(controller.signal));
    const timedOut = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const exception = new ToolTimeoutException(callback.definition.name, timeout);
        // Rejected first: a tool that ends because its signal fires must not be faster than this.
        reject(exception);
        controller.abort(exception);
        reportLateEnd(callback, result);
      }, timeout);
    });
    return await Promise.race([result, timedOut]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function reportLateEnd(callback: ToolCallback, result: Promise<string>): void {
  const report = (): void => {
    logger.debug(`Discarded the late result of tool '${callback.definition.name}'`);
  };
  result.then(report, report);
}
