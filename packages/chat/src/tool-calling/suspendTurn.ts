import { IllegalStateException } from '@toolwright/core';
import type { ChatOptions } from '@toolwright/model';
import type { ToolApprovalRequiredException } from '@toolwright/tools';
import type { PendingTurn } from '../approval/PendingTurn.js';
import { suspendedTurn } from '../approval/PendingApproval.js';
import { askingMessageOf, suspendedResponse, type TurnApprovals } from '../approval/TurnApprovals.js';
import { storedOptionsOf } from '../approval/TurnSnapshot.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { toolsByName } from './resumeToolCalls.js';
import type { ToolLoop } from './ToolLoop.js';
import type { ToolTurn } from './ToolTurn.js';

/**
 * Stores a turn whose calls wait for approvals, with all that another process needs to go on with it.
 *
 * @throws {TurnNotStoredException} if the store does not take it
 */
export async function suspendTurn(
  { request, response, history, usage, limited }: ToolTurn,
  approvals: TurnApprovals,
  error: ToolApprovalRequiredException,
): Promise<PendingTurn> {
  const chatResponse = response?.chatResponse;
  const asking = chatResponse && askingMessageOf(chatResponse);
  if (!asking) throw new IllegalStateException('No tool call requested by the chat model', { cause: error });
  const { id, model } = chatResponse.metadata;
  const tools = toolsByName(request.prompt);
  const used = limited?.budget.snapshot();
  const state = {
    round: request.round,
    history,
    sent: request.prompt.instructions,
    asking,
    answer: { id, model },
    options: storedOptionsOf(request.prompt.options as ChatOptions),
    toolNames: [...tools.keys()],
    usage: usage.total,
    // The round is counted when its calls run, which is in the process that goes on.
    budget: used ? { ...used, rounds: used.rounds - 1 } : null,
  };
  return approvals.suspend(state, error, tools);
}

/**
 * Ends a turn for now (AP-02).
 *
 * @param shown the begin of the model's text, as far as a stream has given it out already
 */
export async function* endSuspended(
  { rounds, hooks, usage, events, round, response, context }: ToolTurn,
  pending: PendingTurn,
  shown: string,
): ToolLoop {
  const waiting = suspendedResponse(pending, response?.chatResponse ?? null, shown);
  const final = await hooks.finalize(usage.apply(ChatClientResponse.of(waiting, context, round)));
  if (rounds.stream) yield final;
  events?.approvalRequired(suspendedTurn(pending));
  events?.endRound();
  return final;
}
