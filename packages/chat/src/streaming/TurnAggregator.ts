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

/** What the chunks of a turn amount to. */
class Aggregate {
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

  get isEmpty(): boolean {
    return this.#empty;
  }

  get response(): ChatClientResponse {
    return ChatClientResponse.of(this.#direct ?? this.#aggregator.response, this.#context, this.#round);
  }
}

/** An aggregate of a sequence of chunks, which everybody shares who sees the same ones. */
class SharedAggregate {
  readonly chunks: ChatClientResponse[] = [];
  readonly aggregate = new Aggregate();

  add(chunk: ChatClientResponse): void {
    this.chunks.push(chunk);
    this.aggregate.add(chunk);
  }
}

/** By the first chunk. */
const sharedAggregates = new WeakMap<ChatClientResponse, SharedAggregate>();

/**
 * Makes one response out of the chunks of a turn: that of its last round, as `call()` would return it (CX-104). Text of
 * earlier rounds is dropped; the usage in chunks is a running total, so the last one is that of the turn.
 *
 * Each advisor of a chain may have one. Those that see the same chunks share the work, so its cost does not grow with the
 * number of advisors (CX-127).
 */
export class TurnAggregator {
  #shared: SharedAggregate | null = null;
  /** How many of the shared chunks were seen here. */
  #seen = 0;
  #own: Aggregate | null = null;

  add(chunk: ChatClientResponse): void {
    if (this.#own) {
      this.#own.add(chunk);
      return;
    }
    const shared = (this.#shared ??= sharedFrom(chunk));
    if (shared.chunks.length === this.#seen) shared.add(chunk);
    else if (shared.chunks[this.#seen] !== chunk) {
      // An advisor in between has changed something.
      this.#own = this.#replayed();
      this.#own.add(chunk);
      return;
    }
    this.#seen++;
  }

  /** Whether no chunk with a response has come: the model has not said anything, not even an empty text. */
  get isEmpty(): boolean {
    return this.#aggregate.isEmpty;
  }

  /** What the chunks so far amount to; without any, one answer with the text `''`. */
  get response(): ChatClientResponse {
    return this.#aggregate.response;
  }

  get #aggregate(): Aggregate {
    if (this.#own) return this.#own;
    return this.#shared?.chunks.length === this.#seen ? this.#shared.aggregate : this.#replayed();
  }

  #replayed(): Aggregate {
    const aggregate = new Aggregate();
    for (const chunk of this.#shared?.chunks.slice(0, this.#seen) ?? []) aggregate.add(chunk);
    return aggregate;
  }
}

function sharedFrom(first: ChatClientResponse): SharedAggregate {
  let shared = sharedAggregates.get(first);
  if (!shared) sharedAggregates.set(first, (shared = new SharedAggregate()));
  return shared;
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
