import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import { replayable } from '../streaming/replayable.js';
import type { ChatClientResponse } from './ChatClientResponse.js';
import type { PreparedRequest } from './PreparedRequest.js';

/** What to make of the chunks. Work starts with the first pull, and every iteration is a turn of its own (TS-11). */
export interface StreamResponseSpec {
  /** The texts of the first answers of the chunks; null and empty ones are left out, blanks are kept (CC-25). */
  content(): AsyncIterable<string>;
  /** The chunks that have a response. */
  chatResponse(): AsyncIterable<ChatResponse>;
  chatClientResponse(): AsyncIterable<ChatClientResponse>;
}

/** Runs a prepared request in `stream()` mode. */
export class DefaultStreamResponseSpec implements StreamResponseSpec {
  readonly #prepared: MaybePromise<PreparedRequest>;
  readonly #signal: AbortSignal | undefined;
  readonly #onlyFinalRound: boolean;

  constructor(prepared: MaybePromise<PreparedRequest>, signal: AbortSignal | undefined, onlyFinalRound: boolean) {
    this.#prepared = prepared;
    this.#signal = signal;
    this.#onlyFinalRound = onlyFinalRound;
  }

  content(): AsyncIterable<string> {
    return replayable(() => this.#texts());
  }

  chatResponse(): AsyncIterable<ChatResponse> {
    return replayable(() => this.#responses());
  }

  chatClientResponse(): AsyncIterable<ChatClientResponse> {
    return replayable(() => (this.#onlyFinalRound ? lastRoundOf(this.#chunks()) : this.#chunks()));
  }

  async *#texts(): AsyncGenerator<string, void, void> {
    for await (const { chatResponse } of this.chatClientResponse()) {
      const text = chatResponse?.result?.output.text;
      if (text) yield text;
    }
  }

  async *#responses(): AsyncGenerator<ChatResponse, void, void> {
    for await (const { chatResponse } of this.chatClientResponse()) if (chatResponse) yield chatResponse;
  }

  async *#chunks(): AsyncGenerator<ChatClientResponse, void, void> {
    const prepared = await this.#prepared;
    yield* prepared.chain.nextStream(prepared.start(this.#signal));
  }
}

/** Holds the chunks of a round back until the round is known to be the last (CX-104). */
async function* lastRoundOf(chunks: AsyncIterable<ChatClientResponse>): AsyncGenerator<ChatClientResponse, void, void> {
  let held: ChatClientResponse[] = [];
  for await (const chunk of chunks) {
    const [first] = held;
    if (first && first.round !== chunk.round) held = [];
    held.push(chunk);
  }
  yield* held;
}
