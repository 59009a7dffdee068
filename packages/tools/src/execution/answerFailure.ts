import type { ToolCall } from '@toolwright/model';
import { ToolArgumentsException } from '../conversion/ToolArgumentsException.js';
import { lacksContextValue, responseError } from './failedToolCall.js';
import { isHardFailure } from './hardFailure.js';
import type { ToolCallScope } from './ToolCallScope.js';
import type { ToolExecutionException } from './ToolExecutionException.js';

/** Answers a failed call as the exception processor says. Returns what the model is told, null if the turn ends. */
export async function answerFailure(
  { settings, outcomes }: ToolCallScope,
  index: number,
  call: ToolCall,
  exception: ToolExecutionException,
): Promise<string | null> {
  const detail = responseError(exception);
  if (lacksContextValue(exception)) {
    outcomes.failFatally(index, call, exception, detail);
    return null;
  }
  if (isHardFailure(exception.cause)) {
    outcomes.failFatally(index, call, exception.cause, detail);
    return null;
  }
  try {
    const text = await settings.toolExecutionExceptionProcessor.process(exception);
    // What is said about arguments is made here and names only what the model sent.
    const shown = exception instanceof ToolArgumentsException ? text : await redacted(text);
    outcomes.fail(index, call, shown, detail);
    return shown;
  } catch (error) {
    outcomes.failFatally(index, call, error, detail);
    return null;
  }
}

async function redacted(text: string): Promise<string> {
  const { redactText } = await import('./redactText.js');
  return redactText(text);
}
