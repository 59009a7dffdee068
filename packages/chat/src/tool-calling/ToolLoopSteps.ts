import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse, Message, Prompt } from '@toolwright/model';
import {
  type ToolCallingChatOptions,
  type ToolCallingManager,
  type ToolExecutionOptions,
  type ToolExecutionResult,
  TurnBudget,
  type TurnBudgetSnapshot,
} from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { ChatMemory } from '../memory/ChatMemory.js';
import type { ToolExecutionEligibilityPredicate } from './ToolExecutionEligibilityChecker.js';
import type { Rounds } from './ToolLoop.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';

/**
 * What subclasses of the tool-calling advisor can change of a turn. The `…Stream` hooks delegate to their twins, so one
 * override serves both modes.
 */
export abstract class ToolLoopSteps implements CallAdvisor, StreamAdvisor {
  abstract readonly name: string;
  abstract readonly order: number;
  /** Whether each model request holds the complete history of the turn, or only the system message and the last one. */
  readonly conversationHistoryEnabled: boolean;
  protected readonly toolCallingManager: ToolCallingManager;
  readonly #asksForTools: ToolExecutionEligibilityPredicate;

  constructor(
    toolCallingManager: ToolCallingManager,
    asksForTools: ToolExecutionEligibilityPredicate,
    conversationHistoryEnabled: boolean,
  ) {
    this.toolCallingManager = toolCallingManager;
    this.#asksForTools = asksForTools;
    this.conversationHistoryEnabled = conversationHistoryEnabled;
  }

  abstract adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse>;
  abstract adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse>;

  /**
   * The hooks of one turn of `call()`.
   *
   * @internal
   */
  protected callHooks(): ToolLoopHooks {
    return new ToolLoopSteps.#CallHooks(this);
  }

  /**
   * The hooks of one turn of `stream()`.
   *
   * @internal
   */
  protected streamHooks(): ToolLoopHooks {
    return new ToolLoopSteps.#StreamHooks(this);
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
    if (this.conversationHistoryEnabled) return history;
    const last = history.at(-1);
    if (!last) return history;
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

  /**
   * {@link doFinalizeLoop} of a streamed turn. Its result is emitted; of an answer that went out in chunks only what it has
   * made of context and metadata, in one more chunk (TS-15, CX-109).
   */
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
    constructor(protected readonly advisor: ToolLoopSteps) {}

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

  static readonly #CallHooks = class extends ToolLoopSteps.#Hooks implements ToolLoopHooks {
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

  static readonly #StreamHooks = class extends ToolLoopSteps.#Hooks implements ToolLoopHooks {
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
