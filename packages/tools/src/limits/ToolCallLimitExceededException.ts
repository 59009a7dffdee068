import { AssistantMessage, Generation, type ToolResponse, type ToolResponseMessage } from '@toolwright/model';
import type { ToolExecutionResult } from '../execution/ToolExecutionResult.js';
import { limitBreachMessage, limitBreachResponse } from './limitBreachText.js';
import { LIMIT_ERROR } from './limitError.js';
import { LimitExceededException } from './LimitExceededException.js';

/** A turn asked for more tool calls than its limits allow. What was completed before is in the partial result. */
export class ToolCallLimitExceededException extends LimitExceededException {
  /** Finish reason of the answer made from a breach. */
  static readonly FINISH_REASON = 'toolCallLimitExceeded';

  override readonly code = 'TOOL_CALL_LIMIT_EXCEEDED';
  override readonly finishReason = ToolCallLimitExceededException.FINISH_REASON;

  /**
   * @param toolName the tool whose own limit was breached, null for the limit of the turn
   * @param limit the number of calls that were allowed
   * @param partialToolExecutionResult history up to and including the breach's response
   * @param answeredToolExecutionResult the same with a response for every call; default the partial result
   */
  constructor(
    readonly toolName: string | null,
    readonly limit: number,
    partialToolExecutionResult: ToolExecutionResult | null = null,
    answeredToolExecutionResult: ToolExecutionResult | null = partialToolExecutionResult,
  ) {
    super(limitBreachMessage({ toolName, limit }), partialToolExecutionResult, answeredToolExecutionResult);
  }

  override buildGeneration(): Generation {
    const last = this.partialToolExecutionResult?.conversationHistory.at(-1);
    const responses: readonly ToolResponse[] =
      last?.messageType === 'tool' ? (last as ToolResponseMessage).responses : [];
    const breach = responses.at(-1);
    // A formatter may have written the response for the model; the caller is given the text.
    const text = breach?.error?.code === LIMIT_ERROR.code ? limitBreachResponse(this) : breach?.responseData;
    return new Generation(new AssistantMessage(text ?? this.message), {
      finishReason: this.finishReason,
      [LimitExceededException.METADATA_PARTIAL_TOOL_RESPONSES]: responses.slice(0, -1),
    });
  }
}
