import { IllegalStateException } from '@toolwright/core';
import { ToolCallLimitExceededException } from '../limits/ToolCallLimitExceededException.js';
import type { ToolCallLimitBreach } from '../limits/ToolCallLimits.js';
import { attachPartialResult } from './attachPartialResult.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';

/** Why a batch is not run to its end; the calls before the one that caused it are. */
export type ToolCallRefusal = { readonly breach: ToolCallLimitBreach } | { readonly unknownToolName: string };

/** The error for a batch that was refused, with what its other calls have brought. */
export function refusalException(refusal: ToolCallRefusal, partial: ToolExecutionResult): Error {
  if ('breach' in refusal) {
    return new ToolCallLimitExceededException(refusal.breach.toolName, refusal.breach.limit, partial);
  }
  const exception = unknownToolException(refusal.unknownToolName);
  attachPartialResult(exception, partial);
  return exception;
}

/** The error for a call of a tool that nobody knows. */
export function unknownToolException(toolName: string): IllegalStateException {
  return new IllegalStateException(`No ToolCallback found for tool name: ${toolName}`);
}
