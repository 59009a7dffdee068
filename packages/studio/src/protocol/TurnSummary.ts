import type { TextContent } from './TextContent.js';

/**
 * Where a turn stands: `waiting` for approvals; `limited` if a limit has ended it; `failed` if it threw; `cancelled` if
 * its caller has given up.
 */
export type TurnStatus = 'running' | 'waiting' | 'completed' | 'limited' | 'failed' | 'cancelled';

/** Tokens of one model request, or of all of a turn. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  /** Tokens of the prompt that the provider had in its cache; absent if it does not tell. */
  readonly cacheReadTokens?: number;
}

/** What failed. The message is content, because errors often quote arguments. */
export interface TurnFailure {
  /** Name of the error's class, or of the reason a call was not run: `limit_exceeded`, `unknown_tool`, … */
  readonly type: string;
  readonly message: TextContent;
}

/** A line of the list of turns. Times are milliseconds since 1970, durations milliseconds. */
export interface TurnSummary {
  readonly id: string;
  /** Null for a turn without a conversation. */
  readonly conversationId: string | null;
  /** The turn whose tool has started this one, if one did. */
  readonly parentTurnId: string | null;
  readonly status: TurnStatus;
  readonly mode: 'call' | 'stream';
  readonly startedAt: number;
  /** Null while the turn runs, is held for a decision, or was not run here at all. The time for which it was suspended does not count. */
  readonly duration: number | null;
  /** Name of the model that answered last, or that was asked; empty if neither is known. */
  readonly model: string;
  /** The beginning of the last text of the user. */
  readonly question: TextContent;
  /** The beginning of the answer, or of what was streamed of it so far; null if there is none. */
  readonly answer: TextContent | null;
  readonly rounds: number;
  readonly calls: number;
  /** Calls that failed, or that were not run. */
  readonly failedCalls: number;
  /** Calls that wait for a decision. */
  readonly pendingApprovals: number;
  readonly usage: TokenUsage | null;
  readonly failure: TurnFailure | null;
}

/** `GET /api/turns?conversation=…&cursor=…&limit=…`: turns, newest first. Without `conversation`, those of all. */
export interface TurnPage {
  readonly turns: readonly TurnSummary[];
  /** For the next page; null after the last one. */
  readonly nextCursor: string | null;
  /** How many turns there are on all pages. */
  readonly total: number;
  /** Id of the last event that these turns include. */
  readonly eventId: string;
}

/** A line of the list of conversations. */
export interface ConversationSummary {
  /** Null for the turns without a conversation; `GET /api/turns?conversation=` (empty) lists them. */
  readonly conversationId: string | null;
  readonly turns: number;
  readonly startedAt: number;
  readonly lastTurn: TurnSummary;
}

/** `GET /api/conversations?cursor=…&limit=…`: conversations, the one with the newest turn first. */
export interface ConversationPage {
  readonly conversations: readonly ConversationSummary[];
  readonly nextCursor: string | null;
  readonly total: number;
}
