import { isDeepStrictEqual } from 'node:util';
import type { ToolResponse } from '@toolwright/model';
import {
  type ToolApprovalDecision,
  ToolApprovalHandler,
  type ToolApprovalRequest,
  type ToolCallback,
} from '@toolwright/tools';
import type { ApprovalDecision, ApprovalDecisions } from './ApprovalDecision.js';
import { approvalHash } from './approvalHash.js';
import { type ApprovalPolicy, expiryAfter } from './ApprovalPolicy.js';
import { ApprovalRefusedException } from './ApprovalRefusedException.js';
import type { ApprovalRule } from './ApprovalRule.js';
import { findRule, ruleOf } from './approvalRules.js';
import { checkDecisions } from './checkDecisions.js';
import type { PendingToolCall, PendingTurn } from './PendingTurn.js';
import { TurnClaim } from './TurnClaim.js';
import type { TurnState } from './TurnSnapshot.js';

/**
 * A suspended turn that this process goes on with. It is the handler of its calls: what was decided is carried out, and
 * each call that may run is marked as running in the store before it does.
 */
export class ResumedTurn extends ToolApprovalHandler {
  readonly state: TurnState;
  readonly #claim: TurnClaim;
  readonly #toolCallbacks: ReadonlyMap<string, ToolCallback>;
  /** The responses of calls of this process, stored or not. */
  readonly #responses = new Map<string, ToolResponse>();
  /** Calls that could not be marked as running, so that what the manager says of them is no outcome. */
  readonly #notRun = new Set<string>();
  #failure: { readonly error: unknown } | null = null;

  private constructor(state: TurnState, claim: TurnClaim, toolCallbacks: ReadonlyMap<string, ToolCallback>) {
    super();
    this.state = state;
    this.#claim = claim;
    this.#toolCallbacks = toolCallbacks;
  }

  /**
   * Claims a turn together with what was decided about its calls, in one step.
   *
   * @param toolCallbacks the tools of whoever resumes it, by name
   * @throws {IllegalArgumentException} if the decisions are none, or name no call of the turn
   * @throws {ApprovalRefusedException} if decisions or stored calls are not about what was asked (AP-09)
   * @throws {PendingTurnConflictException} if another process works on the turn (AP-07)
   */
  static async claim(
    policy: ApprovalPolicy,
    turn: PendingTurn,
    state: TurnState,
    decisions: ApprovalDecisions,
    toolCallbacks: ReadonlyMap<string, ToolCallback>,
  ): Promise<ResumedTurn> {
    requireUnchanged(turn, state);
    checkDecisions(decisions, turn);
    const rules = rulesOf(decisions, turn, expiryAfter(policy.rememberFor));
    const calls = turn.calls.map((call) => decided(interrupted(call, toolCallbacks.get(call.name)), decisions, rules));
    const claim = await TurnClaim.take(policy, turn, calls);
    const resumed = new ResumedTurn(state, claim, toolCallbacks);
    try {
      for (const rule of rules) await policy.repository.addRule(turn.conversationId ?? '', rule);
    } catch (error) {
      await resumed.release().catch(() => undefined);
      throw error;
    }
    return resumed;
  }

  /** The turn as it is stored. */
  get turn(): PendingTurn {
    return this.#claim.turn;
  }

  /** What was decided about and is not done yet. */
  get open(): readonly PendingToolCall[] {
    return this.turn.calls.filter(({ status }) => status === 'decided');
  }

  /** Carries out the decision about a call; marks it as running first if it may run. */
  override async decide({ toolCallId }: ToolApprovalRequest): Promise<ToolApprovalDecision> {
    const decision = this.turn.calls.find(({ callId }) => callId === toolCallId)?.decision;
    if (decision?.type === 'deny') return { approved: false, reason: decision.reason };
    if (this.#failure || (decision?.type !== 'approve' && decision?.type !== 'edit')) return this.#leave(toolCallId);
    try {
      await this.#claim.change((calls) =>
        calls.map((call) => (call.callId === toolCallId ? { ...call, status: 'running' } : call)),
      );
    } catch (error) {
      this.#failure ??= { error };
      return this.#leave(toolCallId);
    }
    return decision.type === 'edit'
      ? { approved: true, arguments: JSON.stringify(decision.arguments) }
      : { approved: true };
  }

  #leave(callId: string): ToolApprovalDecision {
    this.#notRun.add(callId);
    return NOT_RUN;
  }

  /** The response to a call, as far as it is known here. */
  responseTo({ callId, response }: PendingToolCall): ToolResponse | undefined {
    return response ?? this.#responses.get(callId);
  }

  /** Stores the response of a call; a failure is thrown by {@link settle}. */
  answered(response: ToolResponse): void {
    const { id } = response;
    if (this.#notRun.has(id)) return;
    this.#responses.set(id, response);
    const metadata = this.#toolCallbacks.get(response.name)?.metadata;
    const returnDirect = metadata?.returnDirect === true && response.isError !== true;
    this.#claim
      .change((calls) =>
        calls.map((call) => {
          if (call.callId !== id || call.status === 'done') return call;
          const { unknownOutcome: _unknown, ...known } = call;
          return { ...known, status: 'done', response, returnDirect };
        }),
      )
      .catch((error: unknown) => {
        this.#failure ??= { error };
      });
  }

  /** Waits until all responses are stored. @throws what kept one from being stored, or a call from being claimed */
  async settle(): Promise<void> {
    await this.#claim.settled();
    if (this.#failure) throw this.#failure.error;
  }

  /** The turn is past its approvals: it can not be resumed from here any more. Does nothing the second time. */
  async complete(): Promise<void> {
    await this.#claim.complete();
  }

  /** Leaves the turn to whoever resumes it next, with what is done so far. Does nothing after {@link complete}. */
  async release(): Promise<void> {
    await this.#claim.release();
  }
}

const NOT_RUN: ToolApprovalDecision = Object.freeze({ approved: false, reason: 'it was not decided about' });

/** The stored calls must be those of the stored message, and those that were asked about. */
function requireUnchanged(turn: PendingTurn, { asking }: TurnState): void {
  const { turnId, conversationId } = turn;
  for (const [index, call] of turn.calls.entries()) {
    const asked = asking.toolCalls[index];
    const isSame =
      asked?.name === call.name &&
      asked.arguments === call.arguments &&
      call.hash === approvalHash(conversationId, call);
    if (!isSame) {
      throw new ApprovalRefusedException(turnId, call.callId, 'its name, arguments or hash were changed in the store');
    }
  }
  if (turn.calls.length !== asking.toolCalls.length) {
    throw new ApprovalRefusedException(turnId, null, 'calls were added or removed in the store');
  }
}

function rulesOf(decisions: ApprovalDecisions, turn: PendingTurn, expiresAt: number | null): readonly ApprovalRule[] {
  const rules = turn.calls.map((call) => {
    const decision = decisionOf(decisions, call);
    // The same decision once more: the rule may not have been stored with it.
    const counts = call.status === 'pending' || (call.status === 'decided' && isSameJson(decision, call.decision));
    return decision && counts ? ruleOf(decision, call, expiresAt) : null;
  });
  return rules.filter((rule) => rule !== null);
}

function isSameJson(given: ApprovalDecision | undefined, stored: ApprovalDecision | undefined): boolean {
  return given !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(given)), stored);
}

/** A call that was begun and has no response: whoever began it is gone, and nobody knows how far it came (AP-08). */
function interrupted(call: PendingToolCall, callback: ToolCallback | undefined): PendingToolCall {
  if (call.status !== 'running') return call;
  if (callback?.metadata.attributes['idempotent'] === true) return { ...call, status: 'decided' };
  const { decision: _decision, ...undecided } = call;
  return { ...undecided, status: 'pending', unknownOutcome: true };
}

/** A waiting call with the decision about it, if there is one that applies. */
function decided(call: PendingToolCall, decisions: ApprovalDecisions, rules: readonly ApprovalRule[]): PendingToolCall {
  if (call.status !== 'pending') return call;
  const decision = decisionOf(decisions, call) ?? (call.unknownOutcome ? undefined : byRule(rules, call));
  if (!decision) return call;
  if (decision.type === 'report') {
    const response = { id: call.callId, name: call.name, responseData: decision.result };
    return { ...call, status: 'done', decision, response, returnDirect: false };
  }
  const runs = decision.type !== 'deny';
  // It may have had its effect: a plain approval, perhaps given before that was known, does not run it again.
  if (call.unknownOutcome && runs && decision.rerun !== true) return call;
  return { ...call, status: 'decided', decision };
}

function decisionOf(decisions: ApprovalDecisions, { callId }: PendingToolCall): ApprovalDecision | undefined {
  return Object.hasOwn(decisions, callId) ? decisions[callId] : undefined;
}

function byRule(rules: readonly ApprovalRule[], call: PendingToolCall): ApprovalDecision | undefined {
  const rule = findRule(rules, call);
  if (!rule) return undefined;
  if (rule.approved) return { type: 'approve' };
  return { type: 'deny', ...(rule.reason !== undefined && { reason: rule.reason }) };
}
