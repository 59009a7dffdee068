import type { ChatResponse } from '@toolwright/model';
import {
  LimitExceededException,
  ToolCallLimitExceededException,
  ToolExecutionResult,
  TurnLimitExceededException,
} from '@toolwright/tools';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { type Context, EMPTY_CONTEXT, mergeContexts } from '../client/Context.js';
import { ChatResponseAggregator } from './ChatResponseAggregator.js';

/**
 * Makes one response out of the chunks of a turn: that of its last round, as `call()` would return it (CX-104). Text of
 * earlier rounds is dropped; the usage in chunks is a running total, so the last one is that of the turn.
 */
export class TurnAggregator {
  #aggregator = new ChatResponseAggregator();
  #direct: ChatResponse | null = null;
  #context: Context = EMPTY_CONTEXT;
  #round = 0;
  #empty = true;

  add(chunk: ChatClientResponse): void {
    const { chatResponse, context, round } = chunk;
    if (round !== this.#round) {
      this.#aggregator = new ChatResponseAggregator();
      this.#direct = null;
      this.#round = round;
    }
    if (chatResponse) {
      this.#empty = false;
      this.#aggregator.add(chatResponse);
      if (isDirectAnswer(chatResponse)) this.#direct = chatResponse;
    }
    this.#context = mergeContexts(this.#context, context);
  }

  /** Whether no chunk with a response has come: the model has not said anything, not even an empty text. */
  get isEmpty(): boolean {
    return this.#empty;
  }

  /** What the chunks so far amount to; without any, one answer with the text `''`. */
  get response(): ChatClientResponse {
    return ChatClientResponse.of(this.#direct ?? this.#aggregator.response, this.#context, this.#round);
  }
}

const DIRECT_REASONS: ReadonlySet<string> = new Set([
  ToolExecutionResult.FINISH_REASON,
  ToolCallLimitExceededException.FINISH_REASON,
  ...Object.values(TurnLimitExceededException.FINISH_REASONS),
]);

/** Whether a chunk is the whole answer of its round: results of tools that return directly, or a breached limit (TS-12). */
export function isDirectAnswer(chunk: ChatResponse): boolean {
  const metadata = chunk.result?.metadata;
  if (!metadata?.finishReason || metadata[LimitExceededException.METADATA_FINAL_ANSWER] === true) return false;
  return DIRECT_REASONS.has(metadata.finishReason);
}
