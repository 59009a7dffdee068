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
    this.#heartbeat = heartbeatOf(new WeakRef(this), policy.lease / 3);
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
    const change = { calls, ...leaseOf(policy, turn, owner) };
    try {
      return new TurnClaim(policy, await changed(policy, turn, change), owner);
    } catch (error) {
      const stored = await storedTurn(policy, turn.turnId, error);
      if (stored?.lease?.owner !== owner) throw error;
      return new TurnClaim(policy, { ...turn, ...change, version: stored.version }, owner);
    }
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
      await this.#change({ calls: change(this.#turn.calls), ...this.#lease() });
    });
  }

  /** Waits until all changes so far are stored, or have failed. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  /** Leaves the turn to whoever resumes it next. */
  async release(): Promise<void> {
    if (!this.#end()) return;
    await this.#next(() => this.#change({ lease: null }));
  }

  /** Forgets the turn: nothing of it may be resumed any more. */
  async complete(): Promise<void> {
    if (!this.#end()) return;
    await this.#next(() => this.#delete());
  }

  /**
   * A change that was carried out although its answer was lost must not be taken for somebody else's: the turn is ours
   * as long as it has our lease, and then the change is made once more.
   */
  async #change(change: PendingTurnChange): Promise<void> {
    try {
      this.#turn = await changed(this.#policy, this.#turn, change);
    } catch (error) {
      const stored = await storedTurn(this.#policy, this.#turn.turnId, error);
      // Nobody but this claim gives the turn up by the very next version.
      const isReleased = change.lease === null && !stored?.lease && stored?.version === this.#turn.version + 1;
      if (!isReleased && stored?.lease?.owner !== this.#owner) throw error;
      const { version, expiresAt, lease } = stored;
      this.#turn = { ...this.#turn, version, expiresAt, lease };
      if (!isReleased || change.calls) this.#turn = await changed(this.#policy, this.#turn, change);
    }
  }

  /** As {@link #change}. */
  async #delete(): Promise<void> {
    const { turnId, version } = this.#turn;
    const { repository } = this.#policy;
    let failure: { readonly error: unknown } | undefined;
    try {
      if (await repository.delete(turnId, version)) return;
    } catch (error) {
      failure = { error };
    }
    const stored = await storedTurn(this.#policy, turnId, failure?.error);
    if (failure && !stored) return;
    if (stored?.lease?.owner === this.#owner && (await repository.delete(turnId, stored.version))) return;
    throw new PendingTurnConflictException(turnId, stored);
  }

  /** Tells others that somebody still works on the turn. @internal */
  renew(): void {
    this.#next(async () => {
      if (this.#held) await this.#change(this.#lease());
    }).catch((error: unknown) => {
      // If the turn was lost, the next step says so; if the store is away, it may be back until then.
      if (error instanceof PendingTurnConflictException) clearInterval(this.#heartbeat);
      logger.debug(`The lease of turn '${this.#turn.turnId}' could not be renewed`, { err: error });
    });
  }

  #end(): boolean {
    clearInterval(this.#heartbeat);
    const held = this.#held;
    this.#held = false;
    return held;
  }

  /** What comes late, as the response of a call that was aborted, is stored without holding others up. */
  #lease(): PendingTurnChange {
    if (!this.#held) return { lease: null };
    return leaseOf(this.#policy, this.#turn, this.#owner);
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}

/** Beats as long as the claim is in use: one whose turn was dropped half way is collected, and its lease runs out. */
function heartbeatOf(claim: WeakRef<TurnClaim>, interval: number): NodeJS.Timeout {
  const heartbeat = setInterval(() => {
    const held = claim.deref();
    if (held) held.renew();
    else clearInterval(heartbeat);
  }, interval);
  return heartbeat.unref();
}

/** A new lease; a turn does not expire while somebody works on it. */
function leaseOf({ lease }: ApprovalPolicy, turn: PendingTurn, owner: string): PendingTurnChange {
  const expiresAt = Date.now() + lease;
  const isEnding = turn.expiresAt !== null && turn.expiresAt < expiresAt;
  return { lease: { owner, expiresAt }, ...(isEnding && { expiresAt }) };
}

/** The turn as it is stored now. @throws `error` if the store does not answer */
async function storedTurn({ repository }: ApprovalPolicy, turnId: string, error: unknown): Promise<PendingTurn | null> {
  try {
    return await repository.find(turnId);
  } catch (failure) {
    throw error ?? failure;
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
