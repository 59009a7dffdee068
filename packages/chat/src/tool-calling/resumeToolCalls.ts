import { AssistantMessage, ChatResponse, Generation, Prompt, ToolResponseMessage } from '@toolwright/model';
import {
  attachPartialResult,
  isToolCallingChatOptions,
  type ToolCallback,
  type ToolCallingChatOptions,
  ToolExecutionResult,
} from '@toolwright/tools';
import type { PendingTurn } from '../approval/PendingTurn.js';
import type { ResumedTurn } from '../approval/ResumedTurn.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { LimitedTurn } from './LimitedTurn.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';

/**
 * The model request that a turn was suspended at, with the tools that were attached then, as far as whoever resumes it
 * has them, and never more.
 *
 * @param incoming the request as the loop got it
 * @param initial what the hook for the begin of a turn made of it
 */
export function resumedRequest(
  { state }: ResumedTurn,
  incoming: ChatClientRequest,
  initial: ChatClientRequest,
): ChatClientRequest {
  const known = new Map([...toolsByName(incoming.prompt), ...toolsByName(initial.prompt)]);
  const attached = state.toolNames.map((name) => known.get(name)).filter((tool) => tool !== undefined);
  const options = (initial.prompt.options as ToolCallingChatOptions).mutate().toolCallbacks(attached).build();
  return initial.forRound(state.round, new Prompt(state.sent, options), initial.context);
}

/** The answer that a turn was suspended at. */
export function resumedAnswer({ state }: ResumedTurn): ChatResponse {
  return new ChatResponse([new Generation(state.asking)], state.answer);
}

/**
 * Carries out what was decided about the calls of a suspended turn.
 *
 * @param complete the complete history of the turn
 * @returns the history with the responses of all calls; the turn if calls still wait
 * @throws what ends the turn; what is done by then is stored, and what could not be stored is in the error's
 *   `partialToolExecutionResult`
 */
export async function resumeToolCalls(
  resumed: ResumedTurn,
  request: ChatClientRequest,
  complete: Prompt,
  hooks: ToolLoopHooks,
  limited: LimitedTurn | null,
): Promise<ToolExecutionResult | PendingTurn> {
  const { asking } = resumed.state;
  const { open } = resumed;
  if (open.length > 0) {
    const toolCalls = open.map(({ callId, name, arguments: args }) => ({
      id: callId,
      type: 'function',
      name,
      arguments: args,
    }));
    const part = new ChatResponse([new Generation(new AssistantMessage(asking.text, { toolCalls }))]);
    await executeOpen(resumed, request, complete, part, hooks, limited);
  } else limited?.budget.startRound();
  const { calls } = resumed.turn;
  const result = resultOf(resumed, complete);
  if (calls.some(({ response }) => !response)) {
    try {
      await resumed.release();
    } catch (error) {
      attachPartialResult(error, result);
      throw error;
    }
    return resumed.turn;
  }
  return result;
}

/** The history with the responses that are known. */
function resultOf(resumed: ResumedTurn, complete: Prompt): ToolExecutionResult {
  const { asking } = resumed.state;
  const { calls } = resumed.turn;
  const responses = calls.flatMap((call, index) => {
    const response = resumed.responseTo(call);
    return response ? [{ ...response, id: asking.toolCalls[index]?.id ?? response.id }] : [];
  });
  return ToolExecutionResult.of(
    [...complete.instructions, asking, new ToolResponseMessage(responses)],
    calls.every(({ returnDirect }) => returnDirect === true),
  );
}

async function executeOpen(
  resumed: ResumedTurn,
  request: ChatClientRequest,
  complete: Prompt,
  part: ChatResponse,
  hooks: ToolLoopHooks,
  limited: LimitedTurn | null,
): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  try {
    const result = await hooks.executeTools(request, complete, part, {
      ...limited?.execution,
      toolApprovalHandler: resumed,
      approveEveryCall: true,
      onResponse: (response) => {
        resumed.answered(response);
        request.events?.toolResult(response);
      },
    });
    // A manager need not tell of each response as it comes.
    const last = result.conversationHistory.at(-1);
    if (last?.messageType === 'tool')
      for (const response of (last as ToolResponseMessage).responses) resumed.answered(response);
  } catch (error) {
    failure = { error };
  }
  try {
    await resumed.settle();
  } catch (error) {
    attachPartialResult(error, resultOf(resumed, complete));
    throw error;
  }
  if (failure) throw failure.error;
}

/** The attached tools of a prompt. */
export function toolsByName({ options }: Prompt): ReadonlyMap<string, ToolCallback> {
  const tools = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}
