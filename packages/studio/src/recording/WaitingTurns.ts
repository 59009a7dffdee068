import { setTimeout as delay } from 'node:timers/promises';
import {
  type PendingTurn,
  pendingApprovalsOf,
  PendingTurnNotFoundException,
  type PendingTurnRepository,
} from '@toolwright/chat';
import { errorTypeOf, LoggerFactory, type MaybePromise } from '@toolwright/core';
import type { TurnNews } from '../events/TurnNews.js';
import type { TurnStore } from '../store/TurnStore.js';
import { storedTurn } from './newRecords.js';
import type { RecordedTurn } from './RecordedTurn.js';
import type { TurnRecorder } from './TurnRecorder.js';

const logger = LoggerFactory.getLogger('toolwright.studio');

/** Turns that are looked at, at most. */
const LATEST = 100;
/** Milliseconds between two looks while somebody watches. */
const PAUSE = 3000;
/** Milliseconds that a page waits for a look. */
const PATIENCE = 1000;

/**
 * Keeps the studio in step with where turns wait for approvals, which processes may share: shows turns that others have
 * suspended, and notices that others have gone on with one. It looks only when a page asks for turns or watches them.
 */
export class WaitingTurns {
  readonly #repository: () => MaybePromise<PendingTurnRepository>;
  readonly #store: TurnStore;
  readonly #recorder: TurnRecorder;
  readonly #news: TurnNews;
  /** Ids of stored turns that cannot be read here, so that each is told of once. */
  readonly #unreadable = new Set<string>();
  #looking: Promise<void> | undefined;
  /** Whether the last look has failed. */
  #failed = false;

  constructor(
    repository: () => MaybePromise<PendingTurnRepository>,
    store: TurnStore,
    recorder: TurnRecorder,
    news: TurnNews,
  ) {
    this.#repository = repository;
    this.#store = store;
    this.#recorder = recorder;
    this.#news = news;
  }

  /**
   * Looks now, or waits for the look that is on its way, but not for long: what is recorded here is shown also while a
   * store cannot be reached. That it cannot is logged once, and not thrown.
   */
  async refresh(): Promise<void> {
    this.#looking ??= this.#look()
      .then(() => {
        this.#failed = false;
      })
      .catch((error: unknown) => {
        if (this.#failed) return;
        this.#failed = true;
        logger.warn(`The studio cannot read the turns that wait for approvals: ${errorTypeOf(error)}`, { err: error });
      })
      .finally(() => {
        this.#looking = undefined;
      });
    const patience = new AbortController();
    const tooLong = delay(PATIENCE, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.#looking, tooLong]);
    patience.abort();
  }

  /** Looks again and again. @returns ends it */
  watch(): () => void {
    const timer = setInterval(() => void this.refresh(), PAUSE);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }

  async #look(): Promise<void> {
    const repository = await this.#repository();
    const latest = await repository.findLatest(Math.min(LATEST, this.#store.maxTurns));
    for (const stored of latest.toReversed()) {
      const known = this.#store.findSuspended(stored.turnId);
      if (known) this.#compare(known, stored);
      // Asked for once more, because it may have ended since.
      else if (this.#isForeign(stored) && (await repository.find(stored.turnId))) this.#add(stored);
    }
    const listed = new Set(latest.map(({ turnId }) => turnId));
    for (const turn of this.#store.page({ limit: this.#store.maxTurns }).items) {
      const { suspendedTurnId } = turn;
      if (turn.status !== 'waiting' || suspendedTurnId === null || listed.has(suspendedTurnId)) continue;
      if ((await repository.find(suspendedTurnId)) === null && turn.suspendedTurnId === suspendedTurnId) {
        this.#recorder.expire(turn, new PendingTurnNotFoundException(suspendedTurnId));
      }
    }
  }

  /** Some of the calls may have been decided about elsewhere. */
  #compare(turn: RecordedTurn, stored: PendingTurn): void {
    if (turn.status !== 'waiting' || isLeased(stored)) return;
    const pending = pendingApprovalsOf(stored);
    if (JSON.stringify(pending) === JSON.stringify(turn.pending)) return;
    turn.pending = pending;
    this.#store.changed(turn);
    this.#news.approvalPending(turn);
  }

  /** Whether others have suspended a turn: what runs here is recorded by itself as soon as it waits. */
  #isForeign(stored: PendingTurn): boolean {
    if (isLeased(stored) || this.#unreadable.has(stored.turnId)) return false;
    const { conversationId } = stored;
    return !this.#store.page({ conversationId, limit: LATEST }).items.some(({ status }) => status === 'running');
  }

  #add(stored: PendingTurn): void {
    try {
      const turn = storedTurn(stored, this.#store.maxTextLength);
      this.#store.add(turn);
      this.#store.changed(turn);
      this.#news.turnStarted(turn);
      this.#news.approvalPending(turn);
    } catch (error) {
      this.#unreadable.add(stored.turnId);
      logger.warn(`The studio cannot show the suspended turn ${stored.turnId}: ${errorTypeOf(error)}`, { err: error });
    }
  }
}

/** Whether somebody goes on with the turn right now. */
function isLeased({ lease }: PendingTurn): boolean {
  return lease !== null && lease.expiresAt > Date.now();
}
