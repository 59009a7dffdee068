import type { StudioEvent, TurnPage, TurnSummary } from '@toolwright/studio/protocol';
import type { EventStream, ReceivedEvent } from '../connection/EventStream.js';
import { isLater } from '../connection/EventStream.js';
import { getJson, messageOf, withQuery } from '../connection/studioApi.js';
import { withEvent } from './withEvent.js';

/** Turns per request: a page is small enough to come at once, and ten thousand turns need few. */
const PAGE = 500;
/** Milliseconds in which changes are gathered, so that a fast stream does not draw the list at every piece of text. */
const GATHER = 60;

/** The list of turns as far as it is loaded, newest first. Every change makes a new one. */
export interface TurnList {
  readonly turns: readonly TurnSummary[];
  /** How many there are, loaded or not. */
  readonly total: number;
  readonly complete: boolean;
  /** False until the first page is there. */
  readonly ready: boolean;
  readonly error: string | undefined;
}

/** All turns of the studio, loaded page by page on demand and kept up to date by events. */
export class TurnListStore {
  readonly #listeners = new Set<() => void>();
  #turns = new Map<string, TurnSummary>();
  #cursor: string | null | undefined;
  #eventId = '';
  /** Events that came while the newest turns were loaded, which may or may not include them. */
  #meanwhile: ReceivedEvent[] | undefined;
  #total = 0;
  #error: string | undefined;
  #loading: Promise<void> | undefined;
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #list: TurnList = { turns: [], total: 0, complete: false, ready: false, error: undefined };

  /** Follows the stream; the answer ends that. */
  follow(stream: EventStream): () => void {
    this.reload();
    const stopEvents = stream.onEvent((received) => this.#apply(received));
    const stopState = stream.onState(() => {
      if (stream.state === 'open' && this.#error !== undefined) this.reload();
    });
    return () => {
      stopEvents();
      stopState();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getList = (): TurnList => this.#list;

  /** A turn of which at least the summary is known. */
  find(id: string): TurnSummary | undefined {
    return this.#turns.get(id);
  }

  /** Starts over with the newest turns. */
  reload(): void {
    this.#generation++;
    this.#cursor = undefined;
    this.#loading = undefined;
    this.#meanwhile = [];
    this.#error = undefined;
    this.loadMore();
  }

  /** Loads the next page, unless one is on its way, there is none, or the last one failed: then `reload` tries again. */
  loadMore(): void {
    if (this.#loading !== undefined || this.#cursor === null || this.#error !== undefined) return;
    const generation = this.#generation;
    this.#loading = getJson<TurnPage>(withQuery('api/turns', { cursor: this.#cursor, limit: PAGE }))
      .then((page) => {
        if (generation === this.#generation) this.#take(page);
      })
      .catch((error: unknown) => {
        if (generation === this.#generation) this.#error = messageOf(error);
      })
      .finally(() => {
        if (generation !== this.#generation) return;
        this.#loading = undefined;
        this.#publish();
      });
  }

  #take(page: TurnPage): void {
    const first = this.#cursor === undefined;
    if (first) this.#turns = new Map();
    // A later page may have a turn that events have already changed: what the events say is newer.
    for (const turn of page.turns) if (!this.#turns.has(turn.id)) this.#turns.set(turn.id, turn);
    this.#cursor = page.nextCursor;
    this.#total = page.total;
    this.#error = undefined;
    if (!first) return;
    this.#eventId = page.eventId;
    const meanwhile = this.#meanwhile ?? [];
    this.#meanwhile = undefined;
    for (const received of meanwhile) this.#apply(received);
  }

  #apply(received: ReceivedEvent): void {
    const { id, event } = received;
    if (event.type === 'reset' || event.type === 'content-changed') {
      this.reload();
      return;
    }
    if (this.#meanwhile !== undefined) this.#meanwhile.push(received);
    else if (isLater(id, this.#eventId)) this.#change(event);
  }

  #change(event: Exclude<StudioEvent, { type: 'reset' | 'content-changed' }>): void {
    const turnId = 'turn' in event ? event.turn.id : event.turnId;
    const known = this.#turns.get(turnId);
    if (known === undefined) {
      if (event.type !== 'turn-started') return;
      this.#turns = new Map([[turnId, event.turn], ...this.#turns]);
      this.#total++;
    } else {
      this.#turns.set(turnId, withEvent(known, event));
    }
    this.#timer ??= setTimeout(() => this.#publish(), GATHER);
  }

  #publish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turns = [...this.#turns.values()];
    const complete = this.#cursor === null;
    const total = complete ? turns.length : Math.max(this.#total, turns.length);
    this.#list = { turns, total, complete, ready: this.#cursor !== undefined, error: this.#error };
    for (const listener of this.#listeners) listener();
  }
}
