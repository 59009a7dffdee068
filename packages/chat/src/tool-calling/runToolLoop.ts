import { IllegalStateException, isToolwrightException, type MaybePromise } from '@toolwright/core';
import {
  ChatResponse,
  type Generation,
  type Message,
  Prompt,
  type ToolCall,
  type ToolResponseMessage,
} from '@toolwright/model';
import {
  isToolCallingChatOptions,
  type ToolCallingChatOptions,
  ToolCallLimitExceededException,
  ToolExecutionResult,
} from '@toolwright/tools';
import type { CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { mergeContexts } from '../client/Context.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import { ChatResponseAggregator } from '../streaming/ChatResponseAggregator.js';
import { endDirectly } from './directEnd.js';
import { requireDistinctToolNames } from './requireDistinctToolNames.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';
import { UsageAccumulator } from './UsageAccumulator.js';

/** Yields the chunks that the caller gets, returns the response of the turn. */
export type ToolLoop = AsyncGenerator<ChatClientResponse, ChatClientResponse, void>;

/** The rest of the chain: with `call` a round is one answer and nothing is yielded, with `stream` it is many chunks. */
export type Rounds =
  | { readonly call: CallAdvisorChain; readonly stream?: never }
  | { readonly stream: StreamAdvisorChain; readonly call?: never };

/**
 * The tool loop of one turn, for both modes. The complete history of the turn goes to the manager, which counts limits
 * on it; what the model is sent may be less (TA-07).
 */
export async function* runToolLoop(incoming: ChatClientRequest, rounds: Rounds, hooks: ToolLoopHooks): ToolLoop {
  const usage = new UsageAccumulator();
  const { events } = incoming;
  // The turn begins before its first hook, so that what a hook keeps in the turn's state stays there.
  const initialized = hooks.initialize(incoming.startTurn());
  const initial = isPending(initialized) ? await initialized : initialized;
  let options = requireToolOptions(initial, hooks, 'initialize');
  let history = initial.prompt.instructions;
  let context = initial.context;
  let next = initial;

  for (let round = 0; ; round++) {
    const prepared = hooks.before(next);
    let request = isPending(prepared) ? await prepared : prepared;
    const sentOptions = requireToolOptions(request, hooks, 'before');
    if (round === 0 || sentOptions !== options) requireDistinctToolNames(sentOptions);
    options = sentOptions;
    const extended = hooks.addOwnTools?.(request) ?? request;
    request = isPending(extended) ? await extended : extended;
    if (request.abortable) request.signal.throwIfAborted();
    events?.startRound(round);

    const answer = rounds.call
      ? await rounds.call.nextCall(request)
      : yield* streamRound(request, rounds.stream, hooks, usage, events);
    const examined = hooks.after(answer);
    const response = isPending(examined) ? await examined : examined;
    // The answer to a round brings its context into the next one and into the result (CX-107).
    context = mergeContexts(context, response.context);

    const chatResponse = response.chatResponse;
    usage.add(chatResponse);
    if (events && usage.total && !reportsNoUsage(chatResponse)) events.usage(usage.total);
    if (!chatResponse || !hooks.asksForTools(chatResponse)) {
      const final = await hooks.finalize(usage.apply(round === 0 ? response : inContext(response, context, round)));
      if (rounds.stream && reportsNoUsage(chatResponse) && usage.total) yield usageChunk(usage, context, round);
      events?.endRound();
      return final;
    }

    const complete =
      request.prompt.instructions === history ? request.prompt : new Prompt(history, request.prompt.options);
    events?.toolCalls(callsOf(chatResponse));
    let outcome: ToolExecutionResult | readonly Generation[];
    let results: Message | undefined;
    try {
      outcome = await hooks.executeTools(request, complete, chatResponse);
    } catch (error) {
      if (!isLimitBreach(error)) throw error;
      if (events) tellResults(events, error.partialToolExecutionResult);
      outcome = [error.buildGeneration()];
      results = error.partialToolExecutionResult?.conversationHistory.at(-1);
    }
    if (outcome instanceof ToolExecutionResult) {
      if (events) tellResults(events, outcome);
      if (!outcome.returnDirect) {
        history = outcome.conversationHistory;
        const chosen = hooks.nextInstructions(request, response, outcome);
        const instructions = isPending(chosen) ? await chosen : chosen;
        events?.endRound();
        next = next.forRound(round + 1, new Prompt(instructions, options), context);
        continue;
      }
      results = outcome.conversationHistory.at(-1);
      outcome = ToolExecutionResult.buildGenerations(outcome);
    }
    await endDirectly(
      request.turn,
      results,
      outcome.map(({ output }) => output),
    );
    const direct = ChatClientResponse.of(new ChatResponse(outcome, chatResponse.metadata), context, round);
    const final = await hooks.finalize(usage.apply(direct));
    if (rounds.stream) yield final;
    events?.endRound();
    return final;
  }
}

/** One model request of a stream: hands out what is not a request for tools, and returns the whole (TS-02, TS-03). */
async function* streamRound(
  request: ChatClientRequest,
  chain: StreamAdvisorChain,
  hooks: ToolLoopHooks,
  usage: UsageAccumulator,
  events: TurnEvents | undefined,
): ToolLoop {
  const aggregator = new ChatResponseAggregator();
  let context = request.context;
  for await (const chunk of chain.nextStream(request)) {
    context = mergeContexts(context, chunk.context);
    const part = inContext(chunk, context, request.round);
    if (part.chatResponse) {
      aggregator.add(part.chatResponse);
      events?.toolCallPieces(part.chatResponse.result?.output.toolCalls ?? []);
      if (hooks.asksForTools(part.chatResponse)) continue;
    }
    yield usage.raise(part);
  }
  return ChatClientResponse.of(aggregator.response, context, request.round);
}

/** The calls that are run: those of the first answer that has any (TA-27). */
function callsOf({ results }: ChatResponse): readonly ToolCall[] {
  return results.find(({ output }) => output.hasToolCalls())?.output.toolCalls ?? [];
}

/** A manager need not tell of each result as it comes; then they are told together. */
function tellResults(events: TurnEvents, result: ToolExecutionResult | null): void {
  const last = result?.conversationHistory.at(-1);
  if (last?.messageType !== 'tool') return;
  for (const response of (last as ToolResponseMessage).responses) events.toolResult(response);
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

function inContext(response: ChatClientResponse, context: ChatClientResponse['context'], round: number) {
  if (response.context === context && response.round === round) return response;
  return ChatClientResponse.of(response.chatResponse, context, round);
}

/** A chunk without answers that carries the turn's usage, for a last round that reported none (TS-09). */
function usageChunk(usage: UsageAccumulator, context: ChatClientResponse['context'], round: number) {
  return usage.apply(ChatClientResponse.of(new ChatResponse([]), context, round));
}

function reportsNoUsage(response: ChatResponse | null): boolean {
  return !response || response.metadata.usage.totalTokens === 0;
}

function isLimitBreach(error: unknown): error is ToolCallLimitExceededException {
  return (
    error instanceof ToolCallLimitExceededException ||
    (isToolwrightException(error) && error.code === 'TOOL_CALL_LIMIT_EXCEEDED')
  );
}

/** Hooks rarely wait; not awaiting a plain value saves a trip through the microtask queue each. */
function isPending<T extends object>(value: MaybePromise<T>): value is Promise<T> {
  return 'then' in value;
}
