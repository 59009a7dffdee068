import { ToolApprovalRequiredException, ToolExecutionResult, isLimitExceeded } from '@toolwright/tools';
import type { PendingTurn } from '../approval/PendingTurn.js';
import { endByLimit, endWith } from './endTurn.js';
import { endSuspended, suspendTurn } from './suspendTurn.js';
import type { ToolLoop } from './ToolLoop.js';
import { tellResults } from './toolResults.js';
import type { ToolTurn } from './ToolTurn.js';

export { endByLimit };

/**
 * Ends a turn whose tools did not come to an end: by a limit, or until somebody approves.
 *
 * @throws the error itself if it means neither
 */
export async function endByFailure(turn: ToolTurn, error: unknown): Promise<ToolLoop> {
  if (isLimitExceeded(error)) return endByLimit(turn, error);
  const { approvals, events, shownText } = turn;
  if (!approvals?.canSuspend || !ToolApprovalRequiredException.is(error)) throw error;
  if (events) tellResults(events, error.partialToolExecutionResult);
  return endSuspended(turn, await suspendTurn(turn, approvals, error), shownText);
}

/** Ends a turn after its tools: their results go straight to the caller, or calls still wait for approvals. */
export function endWithOutcome(turn: ToolTurn, outcome: ToolExecutionResult | PendingTurn): ToolLoop {
  if ('turnId' in outcome) {
    return endSuspended(turn, outcome, (turn.rounds.stream && turn.resuming?.state.asking.text) ?? '');
  }
  turn.tellResults(outcome);
  return endWith(turn, ToolExecutionResult.buildGenerations(outcome), outcome.conversationHistory.at(-1));
}
