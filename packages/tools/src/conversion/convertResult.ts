import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';

/** Whether a value is a promise or acts like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Whether a tool returned progress events: an async generator, but not a stream of bytes. */
export function isProgress(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && !isByteStream(value);
}

/** The last item of an async iterable, which is the tool's result; ends early when the signal fires. */
export async function lastItem(items: AsyncIterable<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  let last: unknown;
  for await (const item of items) {
    signal?.throwIfAborted();
    last = item;
  }
  return last;
}

/**
 * Turns what a tool returned into the text for the model.
 *
 * @throws {ToolExecutionException} of phase `convert` if the value cannot be sent or the converter fails (RC-12)
 */
export function convertResult(
  toolDefinition: ToolDefinition,
  converter: ToolCallResultConverter,
  result: unknown,
  returnType: unknown,
): MaybePromise<string> {
  if (typeof result === 'function') fail(toolDefinition, 'returned a function, which cannot be sent to a model');
  if (typeof result === 'object' && result !== null && isStream(result)) {
    fail(toolDefinition, 'returned a stream; collect it and return a value');
  }
  try {
    const text = converter.convert(result, returnType);
    return isThenable(text) ? text.then(undefined, (cause: unknown) => rethrow(toolDefinition, cause)) : text;
  } catch (cause) {
    return rethrow(toolDefinition, cause);
  }
}

function fail(toolDefinition: ToolDefinition, what: string): never {
  const message = `Tool '${toolDefinition.name}' ${what}`;
  throw new ToolExecutionException(toolDefinition, undefined, { phase: 'convert', message });
}

function rethrow(toolDefinition: ToolDefinition, cause: unknown): never {
  if (cause instanceof ToolExecutionException) throw cause;
  throw new ToolExecutionException(toolDefinition, cause, { phase: 'convert' });
}

function isStream(value: object): boolean {
  return isByteStream(value) || typeof (value as { next?: unknown }).next === 'function';
}

/** A Node or Web stream. */
function isByteStream(value: object): boolean {
  const { pipe, getReader } = value as { pipe?: unknown; getReader?: unknown };
  return typeof pipe === 'function' || typeof getReader === 'function';
}
