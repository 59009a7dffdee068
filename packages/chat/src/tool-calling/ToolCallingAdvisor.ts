import { type MaybePromise, nameClass, requireArgument, requireNonNull } from '@toolwright/core';
import type { ChatResponse, Message, Prompt } from '@toolwright/model';
import {
  isToolCallingChatOptions,
  type ToolCallingChatOptions,
  ToolCallingManager,
  type ToolExecutionOptions,
  type ToolExecutionResult,
  type ToolLimitSettings,
  TurnBudget,
  type TurnBudgetSnapshot,
} from '@toolwright/tools';
import { type Advisor, HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import { TOOL_ADVISOR, type ToolAdvisor } from '../advisor/ToolAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { ChatMemory } from '../memory/ChatMemory.js';
import { failing, replayable } from '../streaming/replayable.js';
import { runToolLoop } from './runToolLoop.js';
import type {
  ToolExecutionEligibilityChecker,
  ToolExecutionEligibilityPredicate,
} from './ToolExecutionEligibilityChecker.js';
import type { Rounds } from './ToolLoop.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';

const asksForTools: ToolExecutionEligibilityPredicate = (response) => response.hasToolCalls();

/**
 * The tool loop. It asks the rest of the chain, runs the tools that the model asks for, and asks again with their
 * results, until the model answers, every tool of a round returns directly, or a limit of the manager is breached.
 *
 * All state of a turn is local to the call, so one instance serves any number of concurrent turns (TA-31). Subclasses
 * change a turn through the `do…` hooks; the `…Stream` hooks delegate to their twins, so one override serves both modes.
 */
export class ToolCallingAdvisor implements CallAdvisor, StreamAdvisor, ToolAdvisor {
  /** Outside of everything that should run once per model request, inside of memory (AD-01). */
  static readonly DEFAULT_ORDER = HIGHEST_PRECEDENCE + 300;

  readonly name: string = 'Tool Calling Advisor';
  readonly order: number;
  readonly [TOOL_ADVISOR] = true;
  /** Whether each model request holds the complete history of the turn, or only the system message and the last one. */
  readonly conversationHistoryEnabled: boolean;
  protected readonly toolCallingManager: ToolCallingManager;
  readonly #asksForTools: ToolExecutionEligibilityPredicate;

  /** For subclasses; others use {@link builder}. */
  constructor(settings: ToolCallingAdvisor.Settings) {
    this.order = settings.advisorOrder;
    this.conversationHistoryEnabled = settings.conversationHistoryEnabled;
    this.toolCallingManager = settings.toolCallingManager;
    this.#asksForTools = settings.toolExecutionEligibilityChecker;
  }

  static builder(): ToolCallingAdvisor.Builder {
    return new ToolCallingAdvisor.Builder();
  }

  /** The limits of its turns, for whoever shows them; null where its manager does not tell. */
  get limits(): ToolLimitSettings | null {
    return this.toolCallingManager.limits;
  }

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    requireNonNull(request, 'chatClientRequest must not be null');
    requireNonNull(chain, 'callAdvisorChain must not be null');
    if (!isToolCallingChatOptions(request.prompt.options)) return chain.nextCall(request);
    const loop = runToolLoop(request, { call: chain }, new ToolCallingAdvisor.#CallHooks(this));
    let step = await loop.next();
    while (!step.done) step = await loop.next();
    return step.value;
  }

  adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    try {
      requireNonNull(request, 'chatClientRequest must not be null');
      requireNonNull(chain, 'streamAdvisorChain must not be null');
    } catch (error) {
      return failing(error);
    }
    if (!isToolCallingChatOptions(request.prompt.options)) return chain.nextStream(request);
    return replayable(() => runToolLoop(request, { stream: chain }, new ToolCallingAdvisor.#StreamHooks(this)));
  }

  /** Changes what the whole turn starts from: messages, context and options (CX-109). Called once per turn. */
  protected doInitializeLoop(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
    return request;
  }

  /**
   * Changes one model request. Its options must stay tool-calling options and are the base of the next round; messages
   * that are added are sent in this round only (TA-11, TA-12).
   */
  protected doBeforeCall(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
    return request;
  }

  /** Changes the answer to one model request before anything looks at it (TA-16). */
  protected doAfterCall(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
    return response;
  }

  /** Changes the response of the turn; called once when it ends without an error (TA-17). */
  protected doFinalizeLoop(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
    return response;
  }

  /**
   * The messages of the next model request, sent as they are.
   *
   * @param request the model request as it was sent
   * @param response the answer to it
   * @param result the history of the turn with the answer and the tools' results
   */
  protected doGetNextInstructionsForToolCall(
    request: ChatClientRequest,
    _response: ChatClientResponse,
    result: ToolExecutionResult,
  ): MaybePromise<readonly Message[]> {
    const history = result.conversationHistory;
    const last = history.at(-1);
    if (this.conversationHistoryEnabled || !last) return history;
    // Without a system message none is invented (TA-08).
    const system = request.prompt.instructions.find(({ messageType }) => messageType === 'system');
    return system ? [system, last] : [last];
  }

  /** {@link doInitializeLoop} of a streamed turn; called when its iteration starts. */
  protected doInitializeLoopStream(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
    return this.doInitializeLoop(request);
  }

  /** {@link doBeforeCall} of a streamed turn. */
  protected doBeforeStream(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
    return this.doBeforeCall(request);
  }

  /** {@link doAfterCall} of a streamed turn, given the aggregate of the round; chunks have already gone out (TS-14). */
  protected doAfterStream(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
    return this.doAfterCall(response);
  }

  /** {@link doFinalizeLoop} of a streamed turn; its result is emitted unless the answer went out in chunks (TS-15). */
  protected doFinalizeLoopStream(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
    return this.doFinalizeLoop(response);
  }

  /** {@link doGetNextInstructionsForToolCall} of a streamed turn. */
  protected doGetNextInstructionsForToolCallStream(
    request: ChatClientRequest,
    response: ChatClientResponse,
    result: ToolExecutionResult,
  ): MaybePromise<readonly Message[]> {
    return this.doGetNextInstructionsForToolCall(request, response, result);
  }

  /** How the manager runs the tools that the answer to `request` asks for; by default with its signal and turn. */
  protected toolExecutionOptions(request: ChatClientRequest): ToolExecutionOptions {
    const { events, turn, approvals } = request;
    const conversationId = conversationIdOf(request);
    const options: ToolExecutionOptions = approvals
      ? { turn, conversationId, toolApprovalHandler: approvals }
      : { turn, conversationId };
    if (!request.abortable) return options;
    const { signal } = request;
    if (!events) return { ...options, signal };
    return { ...options, signal, onResponse: (response) => events.toolResult(response) };
  }

  #addOwnTools(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
    const { prompt } = request;
    const options = prompt.options as ToolCallingChatOptions;
    const extended = this.toolCallingManager.withOwnTools(options, this.toolExecutionOptions(request));
    const withOptions = (sent: ToolCallingChatOptions): ChatClientRequest =>
      sent === options ? request : request.withPrompt(prompt.withOptions(sent));
    return 'then' in extended ? extended.then(withOptions) : withOptions(extended);
  }

  /** The hooks that are the same in both modes. Two words in each turn; closures would be a dozen objects. */
  static readonly #Hooks = class {
    constructor(protected readonly advisor: ToolCallingAdvisor) {}

    get asksForFinalAnswer(): boolean {
      return this.advisor.toolCallingManager.onLimitExceeded === 'FINAL_ANSWER';
    }

    asksForTools(response: ChatResponse): boolean {
      return this.advisor.#asksForTools(response);
    }

    addOwnTools(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
      return this.advisor.toolCallingManager.offersTools ? this.advisor.#addOwnTools(request) : request;
    }

    executeTools(
      request: ChatClientRequest,
      history: Prompt,
      response: ChatResponse,
      overrides?: ToolExecutionOptions,
    ): Promise<ToolExecutionResult> {
      const options = this.advisor.toolExecutionOptions(request);
      const all = overrides ? { ...options, ...overrides } : options;
      return this.advisor.toolCallingManager.executeToolCalls(history, response, all);
    }

    startBudget(snapshot?: TurnBudgetSnapshot): TurnBudget | null {
      return TurnBudget.startIfLimited(this.advisor.toolCallingManager.turnLimits, snapshot && { snapshot });
    }

    advisorsInside({ call, stream }: Rounds): readonly Advisor[] {
      return call ? call.copy(this.advisor).callAdvisors : stream.copy(this.advisor).streamAdvisors;
    }
  };

  static readonly #CallHooks = class extends ToolCallingAdvisor.#Hooks implements ToolLoopHooks {
    initialize(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
      return this.advisor.doInitializeLoop(request);
    }

    before(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
      return this.advisor.doBeforeCall(request);
    }

    after(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
      return this.advisor.doAfterCall(response);
    }

    finalize(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
      return this.advisor.doFinalizeLoop(response);
    }

    nextInstructions(
      request: ChatClientRequest,
      response: ChatClientResponse,
      result: ToolExecutionResult,
    ): MaybePromise<readonly Message[]> {
      return this.advisor.doGetNextInstructionsForToolCall(request, response, result);
    }

    describe(hook: 'initialize' | 'before'): string {
      return `${this.advisor.constructor.name}.${hook === 'before' ? 'doBeforeCall' : 'doInitializeLoop'}`;
    }
  };

  static readonly #StreamHooks = class extends ToolCallingAdvisor.#Hooks implements ToolLoopHooks {
    initialize(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
      return this.advisor.doInitializeLoopStream(request);
    }

    before(request: ChatClientRequest): MaybePromise<ChatClientRequest> {
      return this.advisor.doBeforeStream(request);
    }

    after(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
      return this.advisor.doAfterStream(response);
    }

    finalize(response: ChatClientResponse): MaybePromise<ChatClientResponse> {
      return this.advisor.doFinalizeLoopStream(response);
    }

    nextInstructions(
      request: ChatClientRequest,
      response: ChatClientResponse,
      result: ToolExecutionResult,
    ): MaybePromise<readonly Message[]> {
      return this.advisor.doGetNextInstructionsForToolCallStream(request, response, result);
    }

    describe(hook: 'initialize' | 'before'): string {
      return `${this.advisor.constructor.name}.${hook === 'before' ? 'doBeforeStream' : 'doInitializeLoopStream'}`;
    }
  };
}

function conversationIdOf({ context }: ChatClientRequest): string | undefined {
  const id = context[ChatMemory.CONVERSATION_ID];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export namespace ToolCallingAdvisor {
  /** Everything that a {@link ToolCallingAdvisor} is made from. */
  export interface Settings {
    readonly toolCallingManager: ToolCallingManager;
    readonly toolExecutionEligibilityChecker: ToolExecutionEligibilityPredicate;
    readonly advisorOrder: number;
    readonly conversationHistoryEnabled: boolean;
  }

  /**
   * Builds a {@link ToolCallingAdvisor}; by default at {@link ToolCallingAdvisor.DEFAULT_ORDER}, with the complete
   * history in each request and a manager with its own defaults, made once per builder.
   *
   * Subclasses override {@link newCopy}, {@link copy} (to add their own fields) and {@link build}.
   */
  export class Builder {
    #toolCallingManager: ToolCallingManager | undefined;
    #toolExecutionEligibilityChecker = asksForTools;
    #advisorOrder = ToolCallingAdvisor.DEFAULT_ORDER;
    #conversationHistoryEnabled = true;
    #revision = 0;

    /**
     * Differs after every setting, so that clients with one builder can share what it makes; null in subclasses, whose own
     * settings are not known.
     *
     * @internal
     */
    get revision(): number | null {
      return this.constructor === Builder ? this.#revision : null;
    }

    /** The order that the advisor will have. */
    get order(): number {
      return this.#advisorOrder;
    }

    /** @throws {IllegalArgumentException} `toolCallingManager must not be null` */
    toolCallingManager(toolCallingManager: ToolCallingManager): this {
      this.#toolCallingManager = requireNonNull(toolCallingManager, 'toolCallingManager must not be null');
      this.#revision++;
      return this;
    }

    /** @throws {IllegalArgumentException} `toolExecutionEligibilityChecker must not be null` */
    toolExecutionEligibilityChecker(
      checker: ToolExecutionEligibilityChecker | ToolExecutionEligibilityPredicate,
    ): this {
      requireNonNull(checker, 'toolExecutionEligibilityChecker must not be null');
      this.#toolExecutionEligibilityChecker =
        typeof checker === 'function' ? checker : (response) => checker.isToolCallResponse(response);
      this.#revision++;
      return this;
    }

    /** @param advisorOrder strictly between the two precedences; checked by {@link build} */
    advisorOrder(advisorOrder: number): this {
      this.#advisorOrder = advisorOrder;
      this.#revision++;
      return this;
    }

    /** Whether each model request holds the complete history of the turn; a client decides this itself (AR-13). */
    conversationHistoryEnabled(enabled: boolean): this {
      this.#conversationHistoryEnabled = enabled;
      this.#revision++;
      return this;
    }

    /** Leaves the history of the turn to a memory advisor inside the loop. */
    disableInternalConversationHistory(): this {
      return this.conversationHistoryEnabled(false);
    }

    /** A builder with the same settings, independent of this one; manager and checker are shared. */
    copy(): this {
      const copy = this.newCopy() as this;
      copy.#toolCallingManager = this.#manager();
      copy.#toolExecutionEligibilityChecker = this.#toolExecutionEligibilityChecker;
      copy.#advisorOrder = this.#advisorOrder;
      copy.#conversationHistoryEnabled = this.#conversationHistoryEnabled;
      return copy;
    }

    /** @throws {IllegalArgumentException} `advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE` */
    build(): ToolCallingAdvisor {
      return new ToolCallingAdvisor(this.settings());
    }

    /** An empty builder of the same class. */
    protected newCopy(): ToolCallingAdvisor.Builder {
      return new Builder();
    }

    /** The checked settings for the advisor's constructor. */
    protected settings(): Settings {
      requireArgument(
        this.#advisorOrder > HIGHEST_PRECEDENCE && this.#advisorOrder < LOWEST_PRECEDENCE,
        'advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE',
      );
      return {
        toolCallingManager: this.#manager(),
        toolExecutionEligibilityChecker: this.#toolExecutionEligibilityChecker,
        advisorOrder: this.#advisorOrder,
        conversationHistoryEnabled: this.#conversationHistoryEnabled,
      };
    }

    /** The default is made once and shared with copies: a client copies the builder for its requests. */
    #manager(): ToolCallingManager {
      this.#toolCallingManager ??= ToolCallingManager.builder().build();
      return this.#toolCallingManager;
    }
  }
}

nameClass(ToolCallingAdvisor.Builder, 'ToolCallingAdvisor.Builder');
