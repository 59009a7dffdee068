import { LoggerFactory } from '@toolwright/core';
import { PendingTurnConflictException } from './PendingTurnConflictException.js';
import type { ApprovalPolicy } from './ApprovalPolicy.js';
import type { PendingToolCall, PendingTurn, PendingTurnChange } from './PendingTurn.js';

const logger = LoggerFactory.getLogger('toolwright.chat.approval');

type Calls = readonly PendingToolCall[];

/**
 * The right of one process to work on a suspended turn. Every step is a change of the stored turn that succeeds only if
 * nobody else has changed it since, so a process that was believed dead and goes on cannot run anything twice, whatever
 * its clock says. While the claim is held, its lease is renewed.
 */
export class TurnClaim {
  readonly #policy: ApprovalPolicy;
  readonly #owner: string;
  readonly #heartbeat: NodeJS.Timeout;
  #turn: PendingTurn;
  #tail: Promise<unknown> = Promise.resolve();
  #held = true;

  private constructor(policy: ApprovalPolicy, turn: PendingTurn, owner: string) {
    this.#policy = policy;
    this.#turn = turn;
    this.#owner = owner;
    this.#heartbeat = setInterval(() => {
      this.#renew();
    }, policy.lease / 3);
    this.#heartbeat.unref();
  }

  /**
   * Claims a turn as it was read.
   *
   * @param calls what becomes of its calls, in the same step
   * @throws {PendingTurnConflictException} if another process works on it, or has changed it since
   */
  static async take(policy: ApprovalPolicy, turn: PendingTurn, calls: Calls): Promise<TurnClaim> {
    if (turn.lease && turn.lease.expiresAt > Date.now()) {
      throw new PendingTurnConflictException(turn.turnId, turn);
    }
    const owner = crypto.randomUUID();
    const change = { calls, lease: { owner, expiresAt: Date.now() + policy.lease } };
    return new TurnClaim(policy, await changed(policy, turn, change), owner);
  }

  /** The turn as this claim has changed it last. */
  get turn(): PendingTurn {
    return this.#turn;
  }

  /**
   * Changes the calls of the turn; changes wait for each other.
   *
   * @throws {PendingTurnConflictException} if somebody else has taken over
   */
  change(change: (calls: Calls) => Calls): Promise<void> {
    return this.#next(async () => {
      this.#turn = await changed(this.#policy, this.#turn, { calls: change(this.#turn.calls), lease: this.#lease() });
    });
  }

  /** Waits until all changes so far are stored, or have failed. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  /** Leaves the turn to whoever resumes it next. */
  async release(): Promise<void> {
    if (!this.#end()) return;
    await this.#next(async () => {
      this.#turn = await changed(this.#policy, this.#turn, { lease: null });
    });
  }

  /** Forgets the turn: nothing of it may be resumed any more. */
  async complete(): Promise<void> {
    if (!this.#end()) return;
    await this.#next(async () => {
      const { turnId, version } = this.#turn;
      const deleted = await this.#policy.repository.delete(turnId, version);
      if (!deleted) throw new PendingTurnConflictException(turnId, await this.#policy.repository.find(turnId));
    });
  }

  #end(): boolean {
    clearInterval(this.#heartbeat);
    const held = this.#held;
    this.#held = false;
    return held;
  }

  #renew(): void {
    this.#next(async () => {
      if (!this.#held) return;
      this.#turn = await changed(this.#policy, this.#turn, { lease: this.#lease() });
    }).catch((error: unknown) => {
      // If the turn was lost, the next step says so; if the store is away, it may be back until then.
      logger.debug(`The lease of turn '${this.#turn.turnId}' could not be renewed`, { err: error });
    });
  }

  #lease(): PendingTurn['lease'] {
    return { owner: this.#owner, expiresAt: Date.now() + this.#policy.lease };
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}

async function changed(
  { repository }: ApprovalPolicy,
  turn: PendingTurn,
  change: PendingTurnChange,
): Promise<PendingTurn> {
  const { turnId, version } = turn;
  if (!(await repository.update(turnId, version, change))) {
    throw new PendingTurnConflictException(turnId, await repository.find(turnId));
  }
  return { ...turn, ...change, version: version + 1 };
}
