import { AsyncLocalStorage } from 'node:async_hooks';
import type { Usage } from '@toolwright/model';
import { Deadline } from './Deadline.js';
import { type JoinedSignal, joinedSignal } from './joinedSignal.js';
import { isLimited, type TurnLimitBreach, type TurnLimitKind, type TurnLimits, UNLIMITED_TURN } from './TurnLimits.js';
import { TurnLimitExceededException } from './TurnLimitExceededException.js';

/** What a turn has used so far. Plain JSON, so that a turn can go on in another process (AP-10). */
export interface TurnBudgetSnapshot {
  readonly rounds: number;
  readonly tokens: number;
  readonly cost: number;
  /** Milliseconds for which the clock has run. */
  readonly elapsed: number;
}

/** How a {@link TurnBudget} begins. */
export interface TurnBudgetOptions {
  /** What an earlier part of the turn has used. */
  readonly snapshot?: TurnBudgetSnapshot;
  /** The turn that this one is a part of, null for none; default the one whose tool is running now. */
  readonly outer?: TurnBudget | null;
}

const MILLION = 1_000_000;
const running = new AsyncLocalStorage<TurnBudget>();

/**
 * What one turn may use and has used: rounds of tools, wall time, tokens, cost. The tool loop of a client counts by
 * itself. A loop by hand starts a budget, tells it what every response has used, and hands it to `executeToolCalls`, which
 * counts the rounds and ends calls when the time is over.
 *
 * A turn that starts while a tool of another one runs, as that of an agent called as a tool, counts for the outer turn
 * too and ends when that one has used up what it may (BG-07).
 *
 * @example
 * const budget = TurnBudget.start(manager.turnLimits);
 * budget.addUsage(response.metadata.usage, response.metadata.model);
 * const result = await manager.executeToolCalls(prompt, response, { budget });
 * budget.stop();
 */
export class TurnBudget {
  readonly limits: TurnLimits;
  readonly #outer: TurnBudget | null;
  readonly #deadline: Deadline;
  #rounds: number;
  #tokens: number;
  /** In millionths. */
  #cost: number;
  #joined: JoinedSignal | null = null;
  #ended = false;
  /** Calls of tools that run, approvals that are waited for, and turns inside that do nothing but wait, or do not. */
  #running = 0;
  #waiting = 0;
  #waitingInside = 0;
  #busyInside = 0;
  #isWaiting = false;

  private constructor(limits: TurnLimits, outer: TurnBudget | null, snapshot: TurnBudgetSnapshot | undefined) {
    this.limits = limits;
    this.#outer = outer;
    this.#rounds = snapshot?.rounds ?? 0;
    this.#tokens = snapshot?.tokens ?? 0;
    this.#cost = (snapshot?.cost ?? 0) * MILLION;
    const { maxDuration } = limits;
    this.#deadline = new Deadline(maxDuration, snapshot?.elapsed ?? 0, () => {
      return new TurnLimitExceededException({ kind: 'duration', limit: maxDuration, inherited: false });
    });
    if (outer) outer.#busyInside++;
  }

  /** A budget whose clock runs from now on, until {@link stop}. */
  static start(limits: TurnLimits = UNLIMITED_TURN, options: TurnBudgetOptions = {}): TurnBudget {
    const outer = options.outer === undefined ? TurnBudget.current : options.outer;
    return new TurnBudget(limits, outer, options.snapshot);
  }

  /** {@link start} where there is something to count; null if no limit is set and no outer turn has one. */
  static startIfLimited(limits: TurnLimits = UNLIMITED_TURN, options: TurnBudgetOptions = {}): TurnBudget | null {
    const outer = options.outer === undefined ? TurnBudget.current : options.outer;
    return outer || isLimited(limits) ? new TurnBudget(limits, outer, options.snapshot) : null;
  }

  /** The budget of the turn whose tool is running now; null outside of a tool, and in turns without a budget. */
  static get current(): TurnBudget | null {
    const budget = running.getStore();
    // What a tool has left running behind its turn is not a part of it any more.
    return budget && !budget.#ended ? budget : null;
  }

  /** The limit that leaves no room for another model request; null while there is room. */
  get breach(): TurnLimitBreach | null {
    const { maxDuration, maxTokens, maxCost } = this.limits;
    if (this.#deadline.expired) return breachOf('duration', maxDuration);
    if (this.#tokens >= maxTokens) return breachOf('tokens', maxTokens);
    if (this.#cost >= maxCost * MILLION) return breachOf('cost', maxCost);
    return inherited(this.#outer?.breach);
  }

  /** Fires when the time of this turn, or of one around it, is over; null if there is no such limit. */
  get signal(): AbortSignal | null {
    const own = this.#deadline.signal;
    const outer = this.#outer?.signal ?? null;
    if (!own || !outer) return own ?? outer;
    this.#joined ??= joinedSignal(own, outer);
    return this.#joined.signal;
  }

  /** Counts a round of tools; if there is no room for it, counts nothing and returns the limit. */
  startRound(): TurnLimitBreach | null {
    const breach = this.#roundsBreach() ?? this.breach;
    if (!breach) this.#addRound();
    return breach;
  }

  /**
   * Counts what a model request has used.
   *
   * @param models the names that its price may be known under, the likeliest first
   * @throws {IllegalStateException} if the cost is limited and none of them has a price
   */
  addUsage(usage: Usage, ...models: readonly (string | null)[]): void {
    this.#tokens += usage.totalTokens;
    if (this.limits.maxCost !== Infinity) this.#cost += this.limits.prices.costOf(usage, models);
    this.#outer?.addUsage(usage, ...models);
  }

  /**
   * Makes sure that what a model will use can be counted, before it is asked; a name that is not known yet passes.
   *
   * @throws {IllegalStateException} if the cost is limited and the model has no price
   */
  requirePrice(model: string | null): void {
    if (model && this.limits.maxCost !== Infinity) this.limits.prices.require(model);
    this.#outer?.requirePrice(model);
  }

  /** Runs a tool, or all of a round: what starts turns meanwhile draws on this budget. */
  run<T>(work: () => T): T {
    return running.run(this, work);
  }

  /**
   * Whether the time of this turn, or of one around it, is limited, so that it matters who waits for whom.
   *
   * @internal
   */
  get isTimed(): boolean {
    return this.limits.maxDuration !== Infinity || this.#outer?.isTimed === true;
  }

  /** Runs a call of a tool of this turn. @internal */
  async runCall<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    this.#adjustClock();
    try {
      return await work();
    } finally {
      this.#running--;
      this.#adjustClock();
    }
  }

  /** Waits for a person. The clock stands still while nothing else of the turn goes on (AP-10). @internal */
  async awaitApproval<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    this.#adjustClock();
    try {
      return await work();
    } finally {
      this.#waiting--;
      this.#adjustClock();
    }
  }

  #adjustClock(): void {
    // A turn inside is the work of a call of this one, which does nothing either while that one waits.
    const isBusy = this.#busyInside > 0 || this.#running > this.#waitingInside;
    const isWaiting = !this.#ended && !isBusy && this.#waiting + this.#waitingInside > 0;
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    if (isWaiting) this.#deadline.pause();
    else if (!this.#ended) this.#deadline.resume();
    if (!this.#outer) return;
    this.#outer.#busyInside += isWaiting ? -1 : 1;
    this.#outer.#waitingInside += isWaiting ? 1 : -1;
    this.#outer.#adjustClock();
  }

  /** Stops the clock while the turn waits for somebody; rounds, tokens and cost stay as they are (AP-10). */
  pause(): void {
    this.#deadline.pause();
  }

  /** Lets the clock run again. */
  resume(): void {
    this.#deadline.resume();
  }

  /** What the turn has used; {@link start} goes on from it. */
  snapshot(): TurnBudgetSnapshot {
    return { rounds: this.#rounds, tokens: this.#tokens, cost: this.#cost / MILLION, elapsed: this.#deadline.elapsed };
  }

  /** Ends the turn: the clock stops, and no signal fires any more. */
  stop(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#adjustClock();
    this.#deadline.pause();
    this.#joined?.release();
    if (!this.#outer) return;
    this.#outer.#busyInside--;
    this.#outer.#adjustClock();
  }

  #roundsBreach(): TurnLimitBreach | null {
    const { maxRounds } = this.limits;
    return this.#rounds >= maxRounds
      ? breachOf('rounds', maxRounds)
      : inherited(this.#outer && this.#outer.#roundsBreach());
  }

  #addRound(): void {
    this.#rounds++;
    if (this.#outer) this.#outer.#addRound();
  }
}

function breachOf(kind: TurnLimitKind, limit: number): TurnLimitBreach {
  return { kind, limit, inherited: false };
}

function inherited(breach: TurnLimitBreach | null | undefined): TurnLimitBreach | null {
  return breach ? { ...breach, inherited: true } : null;
}
