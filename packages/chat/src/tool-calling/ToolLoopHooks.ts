import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse, Message, Prompt } from '@toolwright/model';
import type { ToolExecutionOptions, ToolExecutionResult, TurnBudget, TurnBudgetSnapshot } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import type { Rounds } from './ToolLoop.js';

/** What an advisor contributes to the loop in one of the two modes; see the hooks of `ToolCallingAdvisor`. */
export interface ToolLoopHooks {
  initialize(request: ChatClientRequest): MaybePromise<ChatClientRequest>;
  before(request: ChatClientRequest): MaybePromise<ChatClientRequest>;
  after(response: ChatClientResponse): MaybePromise<ChatClientResponse>;
  finalize(response: ChatClientResponse): MaybePromise<ChatClientResponse>;
  nextInstructions(
    request: ChatClientRequest,
    response: ChatClientResponse,
    result: ToolExecutionResult,
  ): MaybePromise<readonly Message[]>;

  /** Adds what the manager itself offers to one model request, after `before`. */
  addOwnTools(request: ChatClientRequest): MaybePromise<ChatClientRequest>;
  /** Whether the answer, or a chunk of it, asks for tools. */
  asksForTools(response: ChatResponse): boolean;
  /** Runs the tools that `response` asks for; `history` is the complete history of the turn. */
  executeTools(
    request: ChatClientRequest,
    history: Prompt,
    response: ChatResponse,
    overrides?: ToolExecutionOptions,
  ): Promise<ToolExecutionResult>;
  /**
   * What the turn may use; null if nothing is limited.
   *
   * @param snapshot what it has used before it was suspended
   */
  startBudget(snapshot?: TurnBudgetSnapshot): TurnBudget | null;
  /** Whether a turn that has reached a limit asks the model once more, without tools (BG-05). */
  readonly asksForFinalAnswer: boolean;
  /** The advisors that run in every round. */
  advisorsInside(rounds: Rounds): readonly Advisor[];
  /** Where a hook comes from, for messages: `MyAdvisor.doBeforeCall`. */
  describe(hook: 'initialize' | 'before'): string;
}
