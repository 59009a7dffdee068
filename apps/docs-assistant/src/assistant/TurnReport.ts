import type { ToolResponse, Usage } from '@toolwright/model';

/** One tool call as the model asked for it. */
export interface ReportedToolCall {
  readonly name: string;
  /** The parsed arguments; the text itself where it is no JSON. */
  readonly arguments: unknown;
}

/** One model request of a turn and what followed from it. */
export interface RoundReport {
  /** Names of the tools whose definitions were sent, in the order in which they were sent. */
  readonly toolsSent: readonly string[];
  /** Tokens of the whole serialised request. */
  readonly promptTokens: number;
  readonly toolCalls: readonly ReportedToolCall[];
  /** Results of the calls, in their order; a breach leaves out what never ran. */
  readonly results: readonly { readonly name: string; readonly result: string; readonly isError?: true }[];
}

/** What `--json` prints: a whole turn. */
export interface TurnReport {
  /** Null when the model asked for tools that nobody ran. */
  readonly answer: string | null;
  readonly finishReason: string | null;
  readonly rounds: readonly RoundReport[];
  /** Tokens of all rounds together. */
  readonly usage: Pick<Usage, 'promptTokens' | 'completionTokens' | 'totalTokens'>;
  /** Only after a breach of a limit: the results that were completed before it. */
  readonly partialToolResponses?: readonly ToolResponse[];
}
