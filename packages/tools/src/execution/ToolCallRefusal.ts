import { IllegalStateException } from '@toolwright/core';
import { notRunResponse } from '../limits/limitBreachText.js';
import { LIMIT_ERROR } from '../limits/limitError.js';
import { ToolCallLimitExceededException } from '../limits/ToolCallLimitExceededException.js';
import type { ToolCallLimitBreach } from '../limits/ToolCallLimits.js';
import { attachPartialResult } from './attachPartialResult.js';
import type { ToolCallOutcomes } from './ToolCallOutcomes.js';

/** Why a batch is not run to its end; the calls before the one that caused it are. */
export type ToolCallRefusal = { readonly breach: ToolCallLimitBreach } | { readonly unknownToolName: string };

/** The error for a batch that was refused, with what its other calls have brought. */
export function refusalException(refusal: ToolCallRefusal, outcomes: ToolCallOutcomes): Error {
  const partial = outcomes.toResult();
  if ('breach' in refusal) {
    const { breach } = refusal;
    const answered = outcomes.toAnsweredResult(() => notRunResponse(breach), LIMIT_ERROR);
    return new ToolCallLimitExceededException(breach.toolName, breach.limit, partial, answered);
  }
  const exception = unknownToolException(refusal.unknownToolName);
  attachPartialResult(exception, partial);
  return exception;
}

/** The error for a call of a tool that nobody knows. */
export function unknownToolException(toolName: string): IllegalStateException {
  return new IllegalStateException(`No ToolCallback found for tool name: ${toolName}`);
}
