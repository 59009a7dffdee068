import type { MaybePromise } from '@toolwright/core';
import type { ToolExecutionException } from './ToolExecutionException.js';

/** Decides what a failed tool call means: a text for the model, or the end of the turn. */
export abstract class ToolExecutionExceptionProcessor {
  /**
   * @returns the text that the model is given as the call's result
   * @throws to end the turn, usually the exception itself or its cause
   */
  abstract process(exception: ToolExecutionException): MaybePromise<string>;
}
