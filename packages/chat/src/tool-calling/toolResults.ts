import type { ChatResponse, ToolCall, ToolResponseMessage } from '@toolwright/model';
import type { ToolExecutionResult } from '@toolwright/tools';
import type { TurnEvents } from '../events/TurnEvents.js';

/** The calls that are run: those of the first answer that has any (TA-27). */
export function callsOf({ results }: ChatResponse): readonly ToolCall[] {
  return results.find(({ output }) => output.hasToolCalls())?.output.toolCalls ?? [];
}

/** A manager need not tell of each result as it comes; then they are told together. */
export function tellResults(events: TurnEvents, result: ToolExecutionResult | null): void {
  const last = result?.conversationHistory.at(-1);
  if (last?.messageType !== 'tool') return;
  for (const response of (last as ToolResponseMessage).responses) events.toolResult(response);
}
