import { ToolwrightException } from '@toolwright/core';
import { AssistantMessage, Generation, type ToolResponse, type ToolResponseMessage } from '@toolwright/model';
import type { ToolExecutionResult } from '../execution/ToolExecutionResult.js';
import { limitBreachMessage, limitBreachResponse } from './limitBreachText.js';

/** A turn asked for more tool calls than its limits allow. What was completed before is in the partial result. */
export class ToolCallLimitExceededException extends ToolwrightException {
  /** Finish reason of the answer made from a breach. */
  static readonly FINISH_REASON = 'toolCallLimitExceeded';
  /** Metadata key of that answer: the responses that were completed before the breach. */
  static readonly METADATA_PARTIAL_TOOL_RESPONSES = 'partialToolResponses';

  override readonly code = 'TOOL_CALL_LIMIT_EXCEEDED';

  readonly #partialToolExecutionResult: ToolExecutionResult | null;

  /**
   * @param toolName the tool whose own limit was breached, null for the limit of the turn
   * @param limit the number of calls that were allowed
   * @param partialToolExecutionResult history up to and including the breach's response
   */
  constructor(
    readonly toolName: string | null,
    readonly limit: number,
    partialToolExecutionResult: ToolExecutionResult | null = null,
  ) {
    super(limitBreachMessage({ toolName, limit }));
    this.#partialToolExecutionResult = partialToolExecutionResult;
  }

  /** History up to and including the breach's response; not enumerable, so that loggers do not write a conversation. */
  get partialToolExecutionResult(): ToolExecutionResult | null {
    return this.#partialToolExecutionResult;
  }

  /** The answer for the caller: the breach's text and the completed responses as metadata (LI-16). */
  buildGeneration(): Generation {
    const last = this.partialToolExecutionResult?.conversationHistory.at(-1);
    const responses: readonly ToolResponse[] =
      last?.messageType === 'tool' ? (last as ToolResponseMessage).responses : [];
    return new Generation(new AssistantMessage(responses.length > 0 ? limitBreachResponse(this) : this.message), {
      finishReason: ToolCallLimitExceededException.FINISH_REASON,
      [ToolCallLimitExceededException.METADATA_PARTIAL_TOOL_RESPONSES]: responses.slice(0, -1),
    });
  }
}
