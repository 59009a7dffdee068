import { ToolExecutionException } from './ToolExecutionException.js';

/**
 * What a tool has thrown: the class of the exception around it says nothing. Exceptions without a cause, such as those about
 * arguments, speak for themselves.
 */
export function causeOfToolFailure(error: unknown): unknown {
  return error instanceof ToolExecutionException && error.cause !== undefined ? causeOfToolFailure(error.cause) : error;
}
