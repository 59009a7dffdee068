import type { TextContent } from './TextContent.js';
import type { TokenUsage, TurnFailure, TurnSummary } from './TurnSummary.js';

/** `GET /api/turns/:id`: a whole turn. */
export interface TurnDetails {
  readonly summary: TurnSummary;
  /** One for each request of the model, in order. */
  readonly rounds: readonly RoundDetails[];
  readonly limits: readonly LimitUse[];
  /** The final answer as the caller got it; null until there is one. */
  readonly answer: TextContent | null;
  readonly finishReason: string | null;
  /** Of all rounds together. */
  readonly usage: TokenUsage | null;
  /** The calls that wait for decisions. */
  readonly approvals: readonly PendingCall[];
  /** Why the calls that wait cannot be decided about here, for people; null if they can, or none waits. */
  readonly approvalRefusal: string | null;
  /**
   * Whether another process, or an earlier one, has suspended the turn. What it did until then is known as far as it was
   * stored. It goes on through the client of this process: without advisors of a single request, and without values of
   * the tool context that are not stored.
   */
  readonly suspendedElsewhere: boolean;
  /** Turns that tools of this turn have started. */
  readonly childTurnIds: readonly string[];
  /** How the tokens of messages and tools were counted, such as `o200k_base`; null if they were not. */
  readonly tokenizer: string | null;
  /** Id of the last event that is included; later ones still have to be applied. */
  readonly eventId: string;
}

/** One request of the model, its answer, and the calls that it asked for. */
export interface RoundDetails {
  /** From 0. */
  readonly index: number;
  readonly startedAt: number;
  /** Milliseconds until the model's answer was complete; null while it is awaited. */
  readonly duration: number | null;
  /** Empty if the request was made by another process. */
  readonly provider: string;
  readonly model: string;
  readonly streaming: boolean;
  /** The messages that the request before did not have; in the first round, all. */
  readonly messages: readonly SentMessage[];
  /** How many messages the request had in all, and their tokens. */
  readonly messageCount: number;
  readonly messageTokens: number | null;
  /** How many messages of the request before were left out. */
  readonly droppedMessages: number;
  /** The tools that the model was shown. */
  readonly tools: readonly ToolCost[];
  readonly toolTokens: number | null;
  /** Tools of the turn that the model was not shown, because tool search holds them back. */
  readonly withheldTools: readonly ToolCost[];
  readonly withheldTokens: number | null;
  /** What the model answered, or has streamed so far; null before that. */
  readonly answer: RoundAnswer | null;
  readonly failure: TurnFailure | null;
  /** Calls that have started or were refused, in that order. */
  readonly calls: readonly CallDetails[];
}

/** A message as it was sent. */
export interface SentMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: TextContent | null;
  /** Of an assistant message. */
  readonly toolCalls: readonly RequestedCall[];
  /** Of a tool message. */
  readonly toolResponses: readonly SentResponse[];
  /** Images, sounds and documents that travelled with the message. */
  readonly mediaCount: number;
  readonly tokens: number | null;
}

/** A call that a message asks for. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: TextContent;
}

/** A result as the model was given it. */
export interface SentResponse {
  readonly id: string;
  readonly name: string;
  readonly text: TextContent;
  readonly isError: boolean;
}

/** A tool of a request, and what its definition costs. */
export interface ToolCost {
  readonly name: string;
  readonly tokens: number | null;
}

/** The model's answer to one request. */
export interface RoundAnswer {
  readonly text: TextContent | null;
  readonly toolCalls: readonly RequestedCall[];
  readonly finishReason: string | null;
  readonly usage: TokenUsage | null;
  /** False while it is streamed. */
  readonly complete: boolean;
}

/**
 * Where a call stands. `refused`: it was not run, because of a limit, an unknown name, a decision, or a repetition;
 * `failure.type` tells which.
 */
export type CallStatus = 'running' | 'succeeded' | 'failed' | 'refused';

/** One call of a tool. */
export interface CallDetails {
  /** Unique in its turn. */
  readonly key: string;
  /** The id that the model gave; may be empty. */
  readonly id: string;
  readonly name: string;
  readonly status: CallStatus;
  readonly startedAt: number;
  /** Milliseconds; null while the call runs, 0 if it was refused. */
  readonly duration: number | null;
  readonly arguments: TextContent;
  /** What the model was told; null while the call runs, or if it was told nothing. */
  readonly result: TextContent | null;
  readonly failure: TurnFailure | null;
}

/** What is limited. */
export type LimitKind = 'total-calls' | 'tool-calls' | 'identical-calls' | 'rounds' | 'duration' | 'tokens' | 'cost';

/** A limit, and how near the turn has come. */
export interface LimitUse {
  readonly kind: LimitKind;
  /** Of `tool-calls`: the tool. Otherwise null. */
  readonly toolName: string | null;
  /** Calls, rounds, milliseconds, tokens or cost; null if it is not known, as for a cost. */
  readonly used: number | null;
  readonly limit: number;
  /** Whether the turn has asked for more than the limit allows. */
  readonly breached: boolean;
}

/** A call that waits for a decision. */
export interface PendingCall {
  readonly callId: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: TextContent;
  /** Binds a decision to exactly this call; sent back with the decision. */
  readonly hash: string;
  /** Whether a process that died had begun the call: it may have had effects. */
  readonly unknownOutcome: boolean;
}
