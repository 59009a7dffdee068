import { IllegalStateException, type MaybePromise } from '@toolwright/core';
import { ChatResponse, type Message, Prompt } from '@toolwright/model';
import {
  isToolCallingChatOptions,
  type LimitExceededException,
  type ToolCallingChatOptions,
  type ToolExecutionResult,
} from '@toolwright/tools';
import type { CallAdvisorChain } from '../advisor/CallAdvisor.js';
import { isMemoryAdvisor } from '../advisor/MemoryAdvisor.js';
import type { PendingTurn } from '../approval/PendingTurn.js';
import type { ResumedTurn } from '../approval/ResumedTurn.js';
import type { TurnApprovals } from '../approval/TurnApprovals.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { type Context, mergeContexts } from '../client/Context.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import { inContext } from './inContext.js';
import type { LimitedTurn } from './LimitedTurn.js';
import { requireDistinctToolNames } from './requireDistinctToolNames.js';
import type { Rounds } from './ToolLoop.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';
import { callsOf, tellResults } from './toolResults.js';
import { UsageAccumulator } from './UsageAccumulator.js';

/**
 * The state of one turn of the tool loop and of the round that it is in. The complete history of the turn goes to the
 * manager, which counts limits on it; what the model is sent may be less (TA-07).
 */
export class ToolTurn {
  readonly usage: UsageAccumulator;
  readonly events: TurnEvents | undefined;
  readonly approvals: TurnApprovals | undefined;
  /** The last round; its model request has begun unless the turn ends before it. */
  round: number;
  begun = false;
  /** The request of that round, before and after the hook that changes it. */
  base: ChatClientRequest;
  request: ChatClientRequest;
  /** The answer of that round, null if there is none. */
  response: ChatClientResponse | null = null;
  context: Context;
  /** The text of that round that the caller of a stream has. */
  shownText = '';
  /** The complete history of the turn. */
  history: readonly Message[] = [];
  private options: ToolCallingChatOptions | null = null;

  /**
   * @param resumed what is known of the turn if it was suspended
   * @param limited null if the turn has no limits
   */
  constructor(
    readonly incoming: ChatClientRequest,
    readonly rounds: Rounds,
    readonly hooks: ToolLoopHooks,
    readonly resumed: ResumedTurn | null,
    readonly limited: LimitedTurn | null,
  ) {
    this.usage = new UsageAccumulator(resumed?.state.usage);
    this.events = incoming.events;
    this.approvals = incoming.approvals;
    this.round = resumed?.state.round ?? 0;
    this.base = incoming;
    this.request = incoming;
    this.context = incoming.context;
  }

  /** Starts the turn with what the hook for its begin has made of the request. */
  begin(initial: ChatClientRequest): void {
    this.options = this.requireToolOptions(initial, 'initialize');
    this.history = this.resumed?.state.history ?? initial.prompt.instructions;
    this.context = initial.context;
    this.base = initial;
  }

  /** What the turn was suspended with, in the round that goes on with the answer that the model has given then. */
  get resuming(): ResumedTurn | null {
    return this.resumed?.state.round === this.round ? this.resumed : null;
  }

  /** Takes the round up where the turn was suspended. */
  async resumeRound(resumed: ResumedTurn): Promise<void> {
    const { resumedAnswer, resumedRequest } = await import('./resumeToolCalls.js');
    this.request = resumedRequest(resumed, this.incoming, this.base);
    this.response = ChatClientResponse.of(resumedAnswer(resumed), this.context, this.round);
    this.options = this.requireToolOptions(this.request, 'initialize');
    const answered = resumed.turn.calls.every(({ status }) => status === 'done');
    for (const advisor of this.hooks.advisorsInside(this.rounds)) {
      if (isMemoryAdvisor(advisor)) await advisor.resumeTurn?.(this.request, resumed.state.asking, answered);
    }
    this.start();
  }

  /** Checks the request that the hook for a round has made; returns it with the tools of the manager. */
  prepare(prepared: ChatClientRequest): MaybePromise<ChatClientRequest> {
    // What the hook has left as it was is known from the round before, or from the begin of the turn.
    if (this.round === 0 || prepared !== this.base) {
      this.options = this.requireToolOptions(prepared, 'before');
      requireDistinctToolNames(this.options);
    }
    this.request = prepared;
    this.response = null;
    this.begun = false;
    this.shownText = '';
    return this.hooks.addOwnTools(prepared);
  }

  /**
   * Starts the model request of the round.
   *
   * @throws {TurnLimitExceededException} if the turn has no room for it; the reason of the caller's signal
   */
  startRound(request: ChatClientRequest): void {
    this.request = request;
    this.limited?.requireRoom(request, this.history);
    if (request.abortable) request.signal.throwIfAborted();
    this.start();
  }

  ask(chain: CallAdvisorChain): Promise<ChatClientResponse> {
    const answer = chain.nextCall(this.request);
    return this.limited ? this.limited.within(answer) : answer;
  }

  /**
   * The limit that a failed model request has met.
   *
   * @throws the error itself if it is no limit of this turn
   */
  breachOf(error: unknown): LimitExceededException {
    const breach = this.limited?.breachOf(error, this.history);
    if (!breach) throw error;
    return breach;
  }

  /** Takes the answer of the model; it brings its context into the next round and into the result (CX-107). */
  answer(response: ChatClientResponse): void {
    const { chatResponse } = response;
    this.response = response;
    this.context = mergeContexts(this.context, response.context);
    this.usage.add(chatResponse);
    this.limited?.addUsage(this.request, chatResponse);
    if (this.events && this.usage.total && !this.reportsNoUsage) this.events.usage(this.usage.total);
  }

  /** Whether the answer asks for tools. */
  get asksForTools(): boolean {
    const answer = this.response?.chatResponse;
    return answer ? this.hooks.asksForTools(answer) : false;
  }

  /** The last answer as that of the turn. */
  get result(): ChatClientResponse {
    const response = this.answered;
    return this.usage.apply(this.round === 0 ? response : inContext(response, this.context, this.round));
  }

  /**
   * A chunk without answers that ends a stream, if there is something left to tell: what the hook for the end has made of
   * context and metadata (CX-109), or the turn's usage, for a last round that reported none (TS-09).
   */
  lastChunk(result: ChatClientResponse, final: ChatClientResponse): ChatClientResponse | null {
    const metadata = final.chatResponse?.metadata;
    if (final.context !== result.context || metadata !== result.chatResponse?.metadata) {
      return ChatClientResponse.of(new ChatResponse([], metadata), final.context, final.round);
    }
    if (!this.reportsNoUsage || !this.usage.total) return null;
    return this.usage.apply(ChatClientResponse.of(new ChatResponse([]), this.context, this.round));
  }

  /** Runs the tools that the answer asks for; the turn itself if their approvals are still awaited. */
  runTools(): Promise<ToolExecutionResult | PendingTurn> {
    const { prompt } = this.request;
    const complete = prompt.instructions === this.history ? prompt : new Prompt(this.history, prompt.options);
    return this.resumed ? this.runResumed(this.resumed, complete) : this.run(complete);
  }

  private run(complete: Prompt): Promise<ToolExecutionResult> {
    const answer = this.answered.chatResponse as ChatResponse;
    this.events?.toolCalls(callsOf(answer));
    return this.hooks.executeTools(this.request, complete, answer, this.limited?.execution);
  }

  private async runResumed(resumed: ResumedTurn, complete: Prompt): Promise<ToolExecutionResult | PendingTurn> {
    if (this.resuming) {
      const { resumeToolCalls } = await import('./resumeToolCalls.js');
      return resumeToolCalls(resumed, this.request, complete, this.hooks, this.limited);
    }
    // What follows its approvals is not done again from there, so the turn cannot be resumed from there any more.
    await resumed.complete();
    return this.run(complete);
  }

  /** Tells of results that were not told one by one. */
  tellResults(result: ToolExecutionResult): void {
    if (this.events && !this.resuming) tellResults(this.events, result);
  }

  /** The messages of the next model request. */
  nextInstructions(result: ToolExecutionResult): MaybePromise<readonly Message[]> {
    this.history = result.conversationHistory;
    return this.hooks.nextInstructions(this.request, this.answered, result);
  }

  /** Goes on with the next round. */
  endRound(instructions: readonly Message[]): void {
    this.events?.endRound();
    this.round++;
    this.base = this.base.forRound(this.round, new Prompt(instructions, this.options), this.context);
  }

  private start(): void {
    this.events?.startRound(this.round);
    this.begun = true;
  }

  private get answered(): ChatClientResponse {
    return this.response as ChatClientResponse;
  }

  private get reportsNoUsage(): boolean {
    const answer = this.response?.chatResponse;
    return !answer || answer.metadata.usage.totalTokens === 0;
  }

  private requireToolOptions(request: ChatClientRequest, hook: 'initialize' | 'before'): ToolCallingChatOptions {
    const options = request.prompt.options;
    if (isToolCallingChatOptions(options)) return options;
    throw new IllegalStateException(
      `${this.hooks.describe(hook)} returned options that are no ToolCallingChatOptions; ` +
        'derive them with mutate() from the options of the request that it was given',
    );
  }
}
