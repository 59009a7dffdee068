import { type ApprovalDecisions, approvalHash, type PendingApproval } from '@toolwright/chat';
import type { ToolApprovalDecision } from '@toolwright/tools';
import type { TurnNews } from '../events/TurnNews.js';
import type { RecordedTurn } from './RecordedTurn.js';

interface HeldCall {
  readonly call: PendingApproval;
  readonly settle: (decision: ToolApprovalDecision) => void;
}

/** Calls that wait in this process until the page has decided; their turns are held, not suspended. */
export class HeldCalls {
  readonly #news: TurnNews;
  readonly #held = new WeakMap<RecordedTurn, HeldCall[]>();

  constructor(news: TurnNews) {
    this.#news = news;
  }

  /** @param signal fires when nobody waits any more; the call is forgotten then */
  hold(turn: RecordedTurn, call: PendingApproval, signal: AbortSignal): Promise<ToolApprovalDecision> {
    return new Promise((resolve) => {
      const calls = this.#held.get(turn) ?? [];
      // Models may give an id twice; a decision must name one call.
      const isTaken = calls.some((other) => other.call.callId === call.callId);
      const own = { ...call, callId: call.callId === '' || isTaken ? `${call.callId}#${calls.length}` : call.callId };
      const forget = (): void => {
        signal.removeEventListener('abort', forget);
        calls.splice(calls.indexOf(held), 1);
        this.#tell(turn, calls);
      };
      const held: HeldCall = {
        call: own,
        settle: (decision) => {
          forget();
          resolve(decision);
        },
      };
      calls.push(held);
      this.#held.set(turn, calls);
      signal.addEventListener('abort', forget, { once: true });
      this.#tell(turn, calls);
    });
  }

  /** Whether calls of the turn wait here. */
  has(turn: RecordedTurn): boolean {
    return (this.#held.get(turn)?.length ?? 0) > 0;
  }

  /**
   * Decides about calls; those that are left out go on waiting.
   *
   * @returns the id of a call that does not wait here, or was not the one that was decided about; nothing is decided then
   */
  decide(turn: RecordedTurn, decisions: ApprovalDecisions): string | undefined {
    const calls = this.#held.get(turn) ?? [];
    const chosen = Object.entries(decisions).map(([callId, decision]) => ({
      callId,
      decision,
      held: calls.find(({ call }) => call.callId === callId),
    }));
    const refused = chosen.find(
      ({ decision, held }) =>
        !held || (decision.hash !== undefined && decision.hash !== approvalHash(turn.conversationId, held.call)),
    );
    if (refused) return refused.callId;
    for (const { decision, held } of chosen) held?.settle(decisionOf(decision));
    return undefined;
  }

  #tell(turn: RecordedTurn, calls: readonly HeldCall[]): void {
    turn.pending = calls.map(({ call }) => call);
    if (calls.length > 0) {
      turn.status = 'waiting';
      this.#news.approvalPending(turn);
    } else if (turn.status === 'waiting') {
      // Unless the turn has ended meanwhile.
      turn.status = 'running';
      this.#news.turnStarted(turn);
    }
  }
}

function decisionOf(decision: ApprovalDecisions[string]): ToolApprovalDecision {
  if (decision.type === 'edit') return { approved: true, arguments: JSON.stringify(decision.arguments) };
  if (decision.type === 'approve') return { approved: true };
  return { approved: false, reason: decision.type === 'deny' ? decision.reason : undefined };
}
