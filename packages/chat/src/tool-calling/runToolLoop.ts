import { IllegalStateException, type MaybePromise } from '@toolwright/core';
import { ChatResponse, Prompt } from '@toolwright/model';
import {
  isLimitExceeded,
  isToolCallingChatOptions,
  ToolApprovalRequiredException,
  type ToolCallingChatOptions,
  ToolExecutionResult,
  type TurnBudget,
} from '@toolwright/tools';
import { isMemoryAdvisor } from '../advisor/MemoryAdvisor.js';
import type { PendingTurn } from '../approval/PendingTurn.js';
import type { ResumedTurn } from '../approval/ResumedTurn.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { mergeContexts } from '../client/Context.js';
import { callsOf, endByLimit, endWith, tellResults } from './endTurn.js';
import { endSuspended, suspendTurn } from './suspendTurn.js';
import { resumedAnswer, resumedRequest, resumeToolCalls } from './resumeToolCalls.js';
import { LimitedTurn } from './LimitedTurn.js';
import { requireDistinctToolNames } from './requireDistinctToolNames.js';
import { inContext } from './inContext.js';
import { StreamedRound } from './StreamedRound.js';
import type { Rounds, ToolLoop } from './ToolLoop.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';
import { UsageAccumulator } from './UsageAccumulator.js';

/**
 * The tool loop of one turn, for both modes. The complete history of the turn goes to the manager, which counts limits
 * on it; what the model is sent may be less (TA-07).
 */
export function runToolLoop(incoming: ChatClientRequest, rounds: Rounds, hooks: ToolLoopHooks): ToolLoop {
  const resumed = incoming.approvals?.takeResumed() ?? null;
  const budget = hooks.startBudget(resumed?.state.budget ?? undefined);
  return budget
    ? runLimited(incoming, rounds, hooks, resumed, budget)
    : runRounds(incoming, rounds, hooks, resumed, null);
}

async function* runLimited(
  incoming: ChatClientRequest,
  rounds: Rounds,
  hooks: ToolLoopHooks,
  resumed: ResumedTurn | null,
  budget: TurnBudget,
): ToolLoop {
  const limited = new LimitedTurn(budget, incoming);
  try {
    return yield* runRounds(limited.limit(incoming), rounds, hooks, resumed, limited);
  } finally {
    limited.stop();
  }
}

async function* runRounds(
  incoming: ChatClientRequest,
  rounds: Rounds,
  hooks: ToolLoopHooks,
  resumed: ResumedTurn | null,
  limited: LimitedTurn | null,
): ToolLoop {
  const usage = new UsageAccumulator(resumed?.state.usage);
  const { events, approvals } = incoming;
  // The turn begins before its first hook, so that what a hook keeps in the turn's state stays there.
  const initialized = hooks.initialize(incoming.startTurn());
  const initial = isPending(initialized) ? await initialized : initialized;
  let options = requireToolOptions(initial, hooks, 'initialize');
  let history = resumed?.state.history ?? initial.prompt.instructions;
  let context = initial.context;
  let next = initial;

  for (let round = resumed?.state.round ?? 0; ; round++) {
    // The round that a turn was suspended in goes on with the answer that the model has given then.
    const again = resumed?.state.round === round ? resumed : null;
    let request: ChatClientRequest;
    let response: ChatClientResponse;
    let begun = false;
    let shownText = '';
    if (again) {
      request = resumedRequest(again, incoming, initial);
      response = ChatClientResponse.of(resumedAnswer(again), context, round);
      options = requireToolOptions(request, hooks, 'initialize');
      for (const advisor of hooks.advisorsInside(rounds)) {
        if (isMemoryAdvisor(advisor)) await advisor.resumeTurn?.(request, again.state.asking);
      }
      events?.startRound(round);
      begun = true;
    } else {
      const prepared = hooks.before(next);
      request = isPending(prepared) ? await prepared : prepared;
      const sentOptions = requireToolOptions(request, hooks, 'before');
      if (round === 0 || sentOptions !== options) requireDistinctToolNames(sentOptions);
      options = sentOptions;
      const extended = hooks.addOwnTools(request);
      request = isPending(extended) ? await extended : extended;
      let answer: ChatClientResponse;
      try {
        limited?.requireRoom(request, history);
        if (request.abortable) request.signal.throwIfAborted();
        events?.startRound(round);
        begun = true;
        if (rounds.stream) {
          const streamed = new StreamedRound(request, hooks, events);
          // Not delegated to another generator: that would cost every chunk a few more promises.
          for await (const chunk of streamed.chunks(rounds.stream, limited)) {
            const part = streamed.add(chunk);
            if (part) yield usage.raise(part);
          }
          answer = streamed.response;
          shownText = streamed.shownText;
        } else if (limited) answer = await limited.within(rounds.call.nextCall(request));
        else answer = await rounds.call.nextCall(request);
      } catch (error) {
        const breach = limited?.breachOf(error, history);
        if (!breach) throw error;
        const turn = {
          rounds,
          hooks,
          usage,
          events,
          limited,
          round,
          begun,
          base: next,
          request,
          response: null,
          context,
        };
        return yield* endByLimit(turn, breach);
      }
      const examined = hooks.after(answer);
      response = isPending(examined) ? await examined : examined;
      // The answer to a round brings its context into the next one and into the result (CX-107).
      context = mergeContexts(context, response.context);
      usage.add(response.chatResponse);
      limited?.addUsage(request, response.chatResponse);
    }

    const chatResponse = response.chatResponse;
    if (events && usage.total && !reportsNoUsage(chatResponse)) events.usage(usage.total);
    if (!chatResponse || (!again && !hooks.asksForTools(chatResponse))) {
      const final = await hooks.finalize(usage.apply(round === 0 ? response : inContext(response, context, round)));
      if (rounds.stream && reportsNoUsage(chatResponse) && usage.total) yield usageChunk(usage, context, round);
      events?.endRound();
      return final;
    }

    const complete =
      request.prompt.instructions === history ? request.prompt : new Prompt(history, request.prompt.options);
    let outcome: ToolExecutionResult | PendingTurn;
    try {
      if (again) outcome = await resumeToolCalls(again, request, complete, hooks, limited);
      else {
        // What follows its approvals is not done again from there, so the turn cannot be resumed from there any more.
        if (resumed) await resumed.complete();
        events?.toolCalls(callsOf(chatResponse));
        outcome = await hooks.executeTools(request, complete, chatResponse, limited?.execution);
      }
    } catch (error) {
      const turn = { rounds, hooks, usage, events, limited, round, begun, base: next, request, response, context };
      if (isLimitExceeded(error)) return yield* endByLimit(turn, error);
      if (!approvals?.canSuspend || !ToolApprovalRequiredException.is(error)) throw error;
      if (events) tellResults(events, error.partialToolExecutionResult);
      return yield* endSuspended(turn, await suspendTurn(approvals, turn, history, chatResponse, error), shownText);
    }
    if ('turnId' in outcome) {
      const turn = { rounds, hooks, usage, events, limited, round, begun, base: next, request, response, context };
      return yield* endSuspended(turn, outcome, (rounds.stream && again?.state.asking.text) ?? '');
    }
    if (events && !again) tellResults(events, outcome);
    if (outcome.returnDirect) {
      const turn = { rounds, hooks, usage, events, limited, round, begun, base: next, request, response, context };
      return yield* endWith(turn, ToolExecutionResult.buildGenerations(outcome), outcome.conversationHistory.at(-1));
    }
    history = outcome.conversationHistory;
    const chosen = hooks.nextInstructions(request, response, outcome);
    const instructions = isPending(chosen) ? await chosen : chosen;
    events?.endRound();
    next = next.forRound(round + 1, new Prompt(instructions, options), context);
  }
}

function requireToolOptions(
  request: ChatClientRequest,
  hooks: ToolLoopHooks,
  hook: 'initialize' | 'before',
): ToolCallingChatOptions {
  const options = request.prompt.options;
  if (isToolCallingChatOptions(options)) return options;
  throw new IllegalStateException(
    `${hooks.describe(hook)} returned options that are no ToolCallingChatOptions; ` +
      'derive them with mutate() from the options of the request that it was given',
  );
}

/** A chunk without answers that carries the turn's usage, for a last round that reported none (TS-09). */
function usageChunk(usage: UsageAccumulator, context: ChatClientResponse['context'], round: number) {
  return usage.apply(ChatClientResponse.of(new ChatResponse([]), context, round));
}

function reportsNoUsage(response: ChatResponse | null): boolean {
  return !response || response.metadata.usage.totalTokens === 0;
}

/** Hooks rarely wait; not awaiting a plain value saves a trip through the microtask queue each. */
function isPending<T extends object>(value: MaybePromise<T>): value is Promise<T> {
  return 'then' in value;
}
