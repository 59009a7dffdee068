import { requireArgument } from '@toolwright/core';
import type { RecordedTurn } from '../recording/RecordedTurn.js';
import { type Page, type RecordedConversation, type TurnQuery, TurnStore } from './TurnStore.js';

/** Bounds of an {@link InMemoryTurnStore}. */
export interface InMemoryTurnStoreOptions {
  /** Default 1,000. */
  readonly maxTurns?: number;
  /** About how many bytes the texts of all turns may take; default 128 MiB. One text may take an eighth of it. */
  readonly maxSize?: number;
  /** UTF-16 units of one text that are kept; default what an eighth of the size has room for. */
  readonly maxTextLength?: number;
}

interface Entry {
  /** Grows with every turn. */
  readonly sequence: number;
  readonly turn: RecordedTurn;
  counted: number;
  suspendedTurnId: string | null;
}

/**
 * Keeps turns in the memory of the process. When there are too many, or when they are too large, the oldest that have
 * ended are forgotten; those that run or wait only if there are no others.
 */
export class InMemoryTurnStore extends TurnStore {
  override readonly maxTurns: number;
  override readonly maxTextLength: number;
  readonly #maxSize: number;
  /** In the order of their start, which is the order of `sequence`. */
  readonly #entries = new Map<string, Entry>();
  readonly #conversations = new Map<string | null, Map<string, Entry>>();
  readonly #suspended = new Map<string, Entry>();
  #sequence = 0;
  #size = 0;

  /** @throws {IllegalArgumentException} `maxTurns must be greater than 0`, `maxSize must be greater than 0` */
  constructor({ maxTurns = 1000, maxSize = 128 * 2 ** 20, maxTextLength }: InMemoryTurnStoreOptions = {}) {
    super();
    requireArgument(maxTurns > 0, 'maxTurns must be greater than 0');
    requireArgument(maxSize > 0, 'maxSize must be greater than 0');
    this.maxTurns = maxTurns;
    this.#maxSize = maxSize;
    // Two bytes a unit.
    this.maxTextLength = maxTextLength ?? Math.floor(maxSize / 16);
  }

  override get size(): number {
    return this.#entries.size;
  }

  /** About how many bytes the texts of all turns take. */
  get bytes(): number {
    return this.#size;
  }

  override add(turn: RecordedTurn): void {
    const entry: Entry = { sequence: ++this.#sequence, turn, counted: turn.size, suspendedTurnId: null };
    this.#entries.set(turn.id, entry);
    this.#size += turn.size;
    const { conversationId } = turn;
    const conversation = this.#conversations.get(conversationId) ?? new Map<string, Entry>();
    conversation.set(turn.id, entry);
    // Behind the others, so that the order is that of the newest turns.
    this.#conversations.delete(conversationId);
    this.#conversations.set(conversationId, conversation);
    this.#evict(entry);
  }

  override changed(turn: RecordedTurn): void {
    const entry = this.#entries.get(turn.id);
    if (!entry) return;
    this.#size += turn.size - entry.counted;
    entry.counted = turn.size;
    if (entry.suspendedTurnId !== turn.suspendedTurnId) {
      if (entry.suspendedTurnId !== null) this.#suspended.delete(entry.suspendedTurnId);
      if (turn.suspendedTurnId !== null) this.#suspended.set(turn.suspendedTurnId, entry);
      entry.suspendedTurnId = turn.suspendedTurnId;
    }
    this.#evict(entry);
  }

  override find(id: string): RecordedTurn | undefined {
    return this.#entries.get(id)?.turn;
  }

  override findSuspended(suspendedTurnId: string): RecordedTurn | undefined {
    return this.#suspended.get(suspendedTurnId)?.turn;
  }

  override page({ conversationId, cursor, limit }: TurnQuery): Page<RecordedTurn> {
    const entries = conversationId === undefined ? this.#entries : this.#conversations.get(conversationId);
    const all = [...(entries?.values() ?? [])];
    const from = positionBelow(all, cursor);
    const page = all.slice(Math.max(0, from - limit), from).reverse();
    return {
      items: page.map(({ turn }) => turn),
      nextCursor: from > limit ? String(page.at(-1)?.sequence) : null,
      total: all.length,
    };
  }

  override conversations({ cursor, limit }: Omit<TurnQuery, 'conversationId'>): Page<RecordedConversation> {
    const all = [...this.#conversations].flatMap(([conversationId, turns]) => {
      const entries = [...turns.values()];
      const [first] = entries;
      const last = entries.at(-1);
      return first && last ? [{ conversationId, turns: turns.size, first, sequence: last.sequence, last }] : [];
    });
    const from = positionBelow(all, cursor);
    const page = all.slice(Math.max(0, from - limit), from).reverse();
    return {
      items: page.map(({ conversationId, turns, first, last }) => ({
        conversationId,
        turns,
        startedAt: first.turn.startedAt,
        lastTurn: last.turn,
      })),
      nextCursor: from > limit ? String(page.at(-1)?.sequence) : null,
      total: all.length,
    };
  }

  #evict(newest: Entry): void {
    while (this.#entries.size > 1 && (this.#entries.size > this.maxTurns || this.#size > this.#maxSize)) {
      const entry = this.#oldest(newest);
      if (!entry) return;
      this.#remove(entry);
    }
  }

  #oldest(newest: Entry): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries.values()) {
      if (entry === newest) continue;
      first ??= entry;
      if (entry.turn.status !== 'running' && entry.turn.status !== 'waiting') return entry;
    }
    return first;
  }

  #remove(entry: Entry): void {
    const { id, conversationId } = entry.turn;
    this.#entries.delete(id);
    this.#size -= entry.counted;
    if (entry.suspendedTurnId !== null) this.#suspended.delete(entry.suspendedTurnId);
    const conversation = this.#conversations.get(conversationId);
    conversation?.delete(id);
    if (conversation?.size === 0) this.#conversations.delete(conversationId);
  }
}

/** Position of the first element that is not below the cursor; the length for none, or one that is no number. */
function positionBelow(ascending: readonly { readonly sequence: number }[], cursor: string | undefined): number {
  const bound = cursor === undefined ? NaN : Number(cursor);
  if (Number.isNaN(bound)) return ascending.length;
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as { sequence: number }).sequence < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
