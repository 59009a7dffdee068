import { IllegalStateException, requireNonNull, requireText } from '@toolwright/core';
import { type ChatOptions, type ChatOptionsValues, Prompt } from '@toolwright/model';
import type { ToolCallback } from '@toolwright/tools';
import type { ApprovalDecisions } from '../approval/ApprovalDecision.js';
import { ApprovalRefusedException } from '../approval/ApprovalRefusedException.js';
import type { PendingTurn } from '../approval/PendingTurn.js';
import { PendingTurnNotFoundException } from '../approval/PendingTurnNotFoundException.js';
import { ResumedTurn } from '../approval/ResumedTurn.js';
import { readSnapshot, type TurnState } from '../approval/TurnSnapshot.js';
import { ChatMemory } from '../memory/ChatMemory.js';
import { toolsByName } from '../tool-calling/resumeToolCalls.js';
import type { Context } from './Context.js';
import { PreparedRequest, providedTools } from './PreparedRequest.js';
import type { RequestSettings } from './RequestSettings.js';

/**
 * Claims a suspended turn and makes the request that goes on with it.
 *
 * @throws what `ChatClientRequestSpec.resume` says
 */
export async function prepareResumed(
  settings: RequestSettings,
  turnId: string,
  decisions: ApprovalDecisions,
): Promise<PreparedRequest> {
  requireText(turnId, 'turnId cannot be null or empty');
  requireNonNull(decisions, 'decisions cannot be null');
  const policy = settings.setup.approvals;
  if (!policy) {
    throw new IllegalStateException(
      `Turn '${turnId}' cannot be resumed: this client has no PendingTurnRepository. Give one to ChatClient.builder as ` +
        'pendingTurnRepository.',
    );
  }
  const turn = await policy.repository.find(turnId);
  if (!turn) throw new PendingTurnNotFoundException(turnId);
  const context = contextOf(settings.advisorParams, turn);
  const state = readSnapshot(turnId, turn.snapshot);
  const toolCallbacks = await providedTools(settings);
  const toolContext = { ...state.toolContext, ...settings.toolContext };
  const merged = settings.mergedOptions.of(settings.chatModel, {
    options: settings.options,
    toolCallbacks,
    toolContext,
    replacesTools: settings.replacesTools,
  });
  const prompt = new Prompt(state.origin, withStored(merged, state.options));
  const tools = toolsByName(prompt);
  requireTools(turn, state, decisions, tools);
  const claim = (): Promise<ResumedTurn> => ResumedTurn.claim(policy, turn, state, decisions, tools);
  return PreparedRequest.resumed(settings, prompt, context, claim);
}

/** The parameters of whoever resumes the turn, in its conversation. */
function contextOf(params: Context, { turnId, conversationId }: PendingTurn): Context {
  const given = params[ChatMemory.CONVERSATION_ID];
  if (given !== undefined && given !== conversationId) {
    throw new ApprovalRefusedException(turnId, null, 'it belongs to another conversation');
  }
  return conversationId === null ? params : Object.freeze({ ...params, [ChatMemory.CONVERSATION_ID]: conversationId });
}

/** Options of the turn win over those of the client that resumes it. */
function withStored(options: ChatOptions, stored: ChatOptionsValues): ChatOptions {
  const builder = options.mutate();
  if (stored.model) builder.model(stored.model);
  if (typeof stored.frequencyPenalty === 'number') builder.frequencyPenalty(stored.frequencyPenalty);
  if (typeof stored.maxTokens === 'number') builder.maxTokens(stored.maxTokens);
  if (typeof stored.presencePenalty === 'number') builder.presencePenalty(stored.presencePenalty);
  if (stored.stopSequences) builder.stopSequences(stored.stopSequences);
  if (typeof stored.temperature === 'number') builder.temperature(stored.temperature);
  if (typeof stored.topK === 'number') builder.topK(stored.topK);
  if (typeof stored.topP === 'number') builder.topP(stored.topP);
  return builder.build();
}

/** Before anything is claimed: a call that is to run must have its tool. */
function requireTools(
  { turnId, calls }: PendingTurn,
  { toolNames }: TurnState,
  decisions: ApprovalDecisions,
  tools: ReadonlyMap<string, ToolCallback>,
): void {
  const runs = calls.filter(({ callId, status, name }) => {
    const type = decisions[callId]?.type;
    return status !== 'done' && (type === 'approve' || type === 'edit') && toolNames.includes(name);
  });
  const missing = [...new Set(runs.map(({ name }) => name).filter((name) => !tools.has(name)))];
  if (missing.length === 0) return;
  throw new IllegalStateException(
    `Turn '${turnId}' needs tools that this client does not have: ${missing.join(', ')}. Attach them with ` +
      'prompt().tools(…).resume(…).',
  );
}
