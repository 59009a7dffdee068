import { IllegalArgumentException, type MaybePromise } from '@toolwright/core';
import {
  AssistantMessage,
  ChatResponse,
  Generation,
  type Message,
  type ToolCall,
  type ToolResponseMessage,
} from '@toolwright/model';
import {
  type ToolApprovalDecision,
  ToolApprovalHandler,
  type ToolApprovalRequest,
  ToolApprovalRequiredException,
  type ToolCallback,
} from '@toolwright/tools';
import { approvalHash } from './approvalHash.js';
import { type ApprovalPolicy, expiryAfter } from './ApprovalPolicy.js';
import type { ApprovalRule } from './ApprovalRule.js';
import { findRule } from './approvalRules.js';
import { suspendedTurn } from './PendingApproval.js';
import type { PendingToolCall, PendingTurn } from './PendingTurn.js';
import type { ResumedTurn } from './ResumedTurn.js';
import { storeTurn, TurnNotStoredException } from './TurnNotStoredException.js';
import { type TurnState, writeSnapshot } from './TurnSnapshot.js';

/** What a turn is asked about approvals with; made only for turns that can be. */
export interface TurnApprovalsParts {
  /** Null if turns cannot be suspended. */
  readonly policy: ApprovalPolicy | null;
  /** Who decides while the turn waits; null if nobody does. */
  readonly handler: ToolApprovalHandler | null;
  readonly conversationId: string | null;
  /** The messages of the prompt as the caller gave it. */
  readonly origin: readonly Message[];
  /** The tool context of the request. */
  readonly toolContext: Readonly<Record<string, unknown>>;
  readonly resumed: ResumedTurn | null;
}

/** How one turn gets approvals: by rules of its conversation, by a handler, or by being suspended. */
export class TurnApprovals extends ToolApprovalHandler {
  readonly #parts: TurnApprovalsParts;
  readonly #storedContext: Readonly<Record<string, unknown>>;
  #resumed: ResumedTurn | null;
  #rules: Promise<readonly ApprovalRule[]> | undefined;

  /** @throws {IllegalArgumentException} if an entry of the tool context that is to be stored is no plain JSON */
  constructor(parts: TurnApprovalsParts) {
    super();
    this.#parts = parts;
    this.#resumed = parts.resumed;
    this.#storedContext = storedContextOf(parts);
  }

  /** The turn that this one continues, for the loop that asks first; whoever asks later runs a turn from its start. */
  takeResumed(): ResumedTurn | null {
    const resumed = this.#resumed;
    this.#resumed = null;
    return resumed;
  }

  /** The id of the suspended turn that this one continues; null if it begins. */
  get resumedTurnId(): string | null {
    return this.#parts.resumed?.turn.turnId ?? null;
  }

  /** Whether a turn that nobody can decide about is suspended. */
  get canSuspend(): boolean {
    return this.#parts.policy !== null;
  }

  override async decide(request: ToolApprovalRequest): Promise<ToolApprovalDecision> {
    const { handler } = this.#parts;
    const rule = findRule(await this.#rulesOfConversation(), {
      name: request.toolDefinition.name,
      arguments: request.arguments,
    });
    if (rule?.approved) return { approved: true };
    if (rule) return { approved: false, reason: rule.reason };
    return handler ? handler.decide(request) : ToolApprovalHandler.LATER;
  }

  /**
   * Stores a turn whose calls wait. Its id is that of the turn that it continues, if it does.
   *
   * @throws {TurnNotStoredException} if the store does not take it
   */
  async suspend(
    state: Omit<TurnState, 'origin' | 'toolContext'>,
    error: ToolApprovalRequiredException,
    toolCallbacks: ReadonlyMap<string, ToolCallback>,
  ): Promise<PendingTurn> {
    const { policy, conversationId, origin, resumed } = this.#parts;
    if (!policy) throw error;
    const turn: PendingTurn = {
      turnId: resumed?.turn.turnId ?? crypto.randomUUID(),
      conversationId,
      // Higher than every version before, so that nobody mistakes this for the turn that they have read.
      version: resumed ? resumed.turn.version + 1 : 0,
      createdAt: resumed?.turn.createdAt ?? Date.now(),
      expiresAt: expiryAfter(policy.timeToLive),
      calls: callsOf(state.asking, error, conversationId, toolCallbacks),
      lease: null,
      snapshot: writeSnapshot({ ...state, origin, toolContext: this.#storedContext }),
    };
    try {
      await storeTurn(policy.repository, turn);
    } catch (cause) {
      throw new TurnNotStoredException(turn, policy.repository, error, { cause });
    }
    return turn;
  }

  #rulesOfConversation(): MaybePromise<readonly ApprovalRule[]> {
    const { policy, conversationId } = this.#parts;
    if (!policy || conversationId === null) return NO_RULES;
    if (!this.#rules) {
      const rules = (this.#rules = policy.repository.findRules(conversationId));
      // A store that is back is asked again.
      rules.catch(() => (this.#rules = undefined));
    }
    return this.#rules;
  }
}

const NO_RULES: readonly ApprovalRule[] = Object.freeze([]);

/**
 * The answer of a turn that waits (AP-02), with what the model said beside its request.
 *
 * @param asking the response that asks for the tools
 * @param shown the begin of the text, as far as a stream has given it out already
 */
export function suspendedResponse(turn: PendingTurn, asking: ChatResponse | null, shown: string): ChatResponse {
  const details = suspendedTurn(turn);
  const text = (asking && askingMessageOf(asking)?.text) ?? '';
  const generation = new Generation(new AssistantMessage(text.startsWith(shown) ? text.slice(shown.length) : ''), {
    finishReason: ToolApprovalRequiredException.FINISH_REASON,
    ...details,
  });
  return new ChatResponse([generation], { ...asking?.metadata, ...details });
}

/** The message whose calls are run: the first one that has any. */
export function askingMessageOf({ results }: ChatResponse): AssistantMessage | undefined {
  return results.find(({ output }) => output.hasToolCalls())?.output;
}

/** All calls of the message: those that wait, and the others with their responses. */
function callsOf(
  asking: AssistantMessage,
  { pendingToolCalls, partialToolExecutionResult }: ToolApprovalRequiredException,
  conversationId: string | null,
  toolCallbacks: ReadonlyMap<string, ToolCallback>,
): readonly PendingToolCall[] {
  const pending = new Set<ToolCall>(pendingToolCalls);
  const last = partialToolExecutionResult.conversationHistory.at(-1) as ToolResponseMessage;
  const responses = [...last.responses];
  return asking.toolCalls.map((call, index): PendingToolCall => {
    const { name, arguments: args } = call;
    const callId = uniqueId(asking.toolCalls, call, index);
    const part = {
      callId,
      name,
      arguments: args,
      hash: approvalHash(conversationId, { callId, name, arguments: args }),
    };
    if (pending.has(call)) return { ...part, status: 'pending' };
    const response = responses.shift();
    if (!response) return { ...part, status: 'pending' };
    const returnDirect = toolCallbacks.get(name)?.metadata.returnDirect === true && response.isError !== true;
    return { ...part, status: 'done', response, returnDirect };
  });
}

function uniqueId(calls: readonly ToolCall[], { id }: ToolCall, index: number): string {
  const isUnique = id !== '' && calls.every((other, position) => position === index || other.id !== id);
  return isUnique ? id : `${id}#${index}`;
}

function storedContextOf({ policy, toolContext }: TurnApprovalsParts): Readonly<Record<string, unknown>> {
  const stored: Record<string, unknown> = {};
  for (const key of policy?.storedToolContext ?? []) {
    if (!Object.hasOwn(toolContext, key)) continue;
    const value = toolContext[key];
    if (!isPlainJson(value)) {
      throw new IllegalArgumentException(
        `toolContext['${key}'] is to be stored with suspended turns, but it is no plain JSON. Leave it out of ` +
          'storedToolContext and give it again when the turn is resumed.',
      );
    }
    stored[key] = value;
  }
  return stored;
}

function isPlainJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlainJson);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain && Object.values(value).every(isPlainJson);
}
