import { isToolwrightException } from '@toolwright/core';
import type { ToolResponseError } from '@toolwright/model';
import { ToolExecutionException } from './ToolExecutionException.js';
import { ToolTimeoutException } from './ToolTimeoutException.js';

/** What the response to a failed call says about the failure, beside the text for the model (TX-13). */
export function responseError(exception: ToolExecutionException): ToolResponseError {
  return { code: errorCode(exception), phase: exception.phase };
}

function errorCode(exception: ToolExecutionException): string {
  if (exception.cause instanceof ToolTimeoutException) return exception.cause.code;
  return exception.phase === 'arguments' ? 'INVALID_ARGUMENTS' : 'TOOL_FAILED';
}

/**
 * Whether the failure ends the turn before any processor is asked: the application did not provide what a tool requires
 * of its context, which no other arguments of the model can mend (TX-10).
 */
export function lacksContextValue(exception: ToolExecutionException): boolean {
  let cause: unknown = exception;
  while (cause instanceof ToolExecutionException) cause = cause.cause;
  return isToolwrightException(cause) && cause.code === 'TOOL_CONTEXT_VALUE_MISSING';
}
