import { AssistantMessage, Generation } from '@toolwright/model';
import type { ToolExecutionResult } from '../execution/ToolExecutionResult.js';
import { turnLimitMessage, turnLimitResponse } from './limitBreachText.js';
import { LimitExceededException } from './LimitExceededException.js';
import type { TurnLimitBreach, TurnLimitKind } from './TurnLimits.js';

/** A turn has used up its rounds, its time, its tokens or its money. */
export class TurnLimitExceededException extends LimitExceededException {
  /** Finish reasons of the answers made from a breach, by what was used up. */
  static readonly FINISH_REASONS: Readonly<Record<TurnLimitKind, string>> = Object.freeze({
    rounds: 'toolRoundLimitExceeded',
    duration: 'toolTimeLimitExceeded',
    tokens: 'toolTokenLimitExceeded',
    cost: 'toolCostLimitExceeded',
  });

  override readonly code = 'TURN_LIMIT_EXCEEDED';
  readonly kind: TurnLimitKind;
  /** What was allowed: rounds, milliseconds, tokens, or cost. */
  readonly limit: number;
  /** Whether the limit is that of an outer turn, in which an agent was called as a tool (BG-07). */
  readonly inherited: boolean;
  override readonly finishReason: string;

  /** @param partialToolExecutionResult history of the turn, with a response for every call */
  constructor(breach: TurnLimitBreach, partialToolExecutionResult: ToolExecutionResult | null = null) {
    super(turnLimitMessage(breach), partialToolExecutionResult);
    this.kind = breach.kind;
    this.limit = breach.limit;
    this.inherited = breach.inherited;
    this.finishReason = TurnLimitExceededException.FINISH_REASONS[breach.kind];
  }

  /** The metadata hold the responses of the whole turn: what is used up may have been so in any round. */
  override buildGeneration(): Generation {
    return new Generation(new AssistantMessage(turnLimitResponse(this)), {
      finishReason: this.finishReason,
      [LimitExceededException.METADATA_PARTIAL_TOOL_RESPONSES]: this.completedResponses,
    });
  }
}
