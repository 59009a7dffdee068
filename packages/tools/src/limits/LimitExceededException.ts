import { isToolwrightException, ToolwrightException } from '@toolwright/core';
import type { Generation, ToolResponse, ToolResponseMessage } from '@toolwright/model';
import type { ToolExecutionResult } from '../execution/ToolExecutionResult.js';
import { LIMIT_ERROR } from './limitError.js';
import { turnStart } from './turnStart.js';

/** A turn has asked for more than it may. What was completed before is in the partial result. */
export abstract class LimitExceededException extends ToolwrightException {
  /** Metadata key of the answer made from a breach: the responses that were completed before it. */
  static readonly METADATA_PARTIAL_TOOL_RESPONSES = 'partialToolResponses';
  /** Metadata key of the answer that a model gave without tools after a breach: true (BG-05). */
  static readonly METADATA_FINAL_ANSWER = 'finalAnswer';

  readonly #partial: ToolExecutionResult | null;
  readonly #answered: ToolExecutionResult | null;

  /**
   * @param partial history up to and including the breach's response
   * @param answered the same with a response for every call, for one more model request; default `partial`
   */
  constructor(message: string, partial: ToolExecutionResult | null, answered: ToolExecutionResult | null = partial) {
    super(message);
    this.#partial = partial;
    this.#answered = answered;
  }

  /** Finish reason of the answer made from this breach. */
  abstract readonly finishReason: string;

  /** History up to and including the breach's response; not enumerable, so that loggers do not write a conversation. */
  get partialToolExecutionResult(): ToolExecutionResult | null {
    return this.#partial;
  }

  /** The same history with a response for every call that was asked for: what a model can be sent once more (BG-05). */
  get answeredToolExecutionResult(): ToolExecutionResult | null {
    return this.#answered;
  }

  /** The responses of the whole turn, without those of calls that a limit has kept from running. */
  get completedResponses(): readonly ToolResponse[] {
    const history = this.#partial?.conversationHistory ?? [];
    const completed: ToolResponse[] = [];
    for (let index = turnStart(history); index < history.length; index++) {
      const message = history[index];
      if (message?.messageType !== 'tool') continue;
      for (const response of (message as ToolResponseMessage).responses) {
        if (response.error?.code !== LIMIT_ERROR.code) completed.push(response);
      }
    }
    return completed;
  }

  /** The answer for the caller: the breach's text and the completed responses as metadata (LI-16). */
  abstract buildGeneration(): Generation;
}

/** The codes of the exceptions that end a turn with an answer. */
const CODES: ReadonlySet<string> = new Set(['TOOL_CALL_LIMIT_EXCEEDED', 'TURN_LIMIT_EXCEEDED']);

/** Whether an error is the breach of a limit, whichever copy of the package made it. */
export function isLimitExceeded(error: unknown): error is LimitExceededException {
  return error instanceof LimitExceededException || (isToolwrightException(error) && CODES.has(error.code));
}
