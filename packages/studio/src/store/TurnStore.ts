import type { RecordedTurn } from '../recording/RecordedTurn.js';

/** A part of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** For the next part; null after the last one. */
  readonly nextCursor: string | null;
  /** How many items there are on all pages. */
  readonly total: number;
}

/** Which turns are wanted. */
export interface TurnQuery {
  /** Undefined for all; null for turns without a conversation. */
  readonly conversationId?: string | null | undefined;
  /** What the page before has given. */
  readonly cursor?: string | undefined;
  /** At least 1. */
  readonly limit: number;
}

/** The turns of a conversation. */
export interface RecordedConversation {
  readonly conversationId: string | null;
  readonly turns: number;
  readonly startedAt: number;
  readonly lastTurn: RecordedTurn;
}

/** Keeps the turns that were recorded, a bounded number of them. It is asked and told in the middle of turns, so it is quick. */
export abstract class TurnStore {
  /** UTF-16 units of one text that are kept; of longer ones the beginning. */
  abstract readonly maxTextLength: number;

  /** How many turns are kept; older ones are forgotten. */
  abstract readonly maxTurns: number;

  /** How many turns there are. */
  abstract readonly size: number;

  /** Adds a turn that has just started. */
  abstract add(turn: RecordedTurn): void;

  /** Takes note that a turn has grown or ended. */
  abstract changed(turn: RecordedTurn): void;

  abstract find(id: string): RecordedTurn | undefined;

  /** The turn that waits under this id for approvals. */
  abstract findSuspended(suspendedTurnId: string): RecordedTurn | undefined;

  /** Turns, newest first. An unknown cursor starts at the newest. */
  abstract page(query: TurnQuery): Page<RecordedTurn>;

  /** Conversations, the one with the newest turn first. */
  abstract conversations(query: Omit<TurnQuery, 'conversationId'>): Page<RecordedConversation>;
}
