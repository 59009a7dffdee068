import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import { eventsOf } from '../events/eventsOf.js';
import type { TurnEvent } from '../events/TurnEvent.js';
import { TurnEvents } from '../events/TurnEvents.js';
import { abandonable } from '../streaming/abandonable.js';
import { isDirectAnswer, TurnAggregator } from '../streaming/TurnAggregator.js';
import type { ChatClientResponse } from './ChatClientResponse.js';
import type { PreparedRequest } from './PreparedRequest.js';

type Chunks<T> = AsyncIterator<T, unknown, void>;

/**
 * What to make of the chunks. Work starts with the first pull, and every iteration is a turn of its own (TS-11). A
 * consumer that stops early ends the model request, the running tools and the loop (CX-106).
 */
export interface StreamResponseSpec {
  /** The texts of the first answers of the chunks; null and empty ones are left out, blanks are kept (CC-25). */
  content(): AsyncIterable<string>;
  /** The chunks that have a response. */
  chatResponse(): AsyncIterable<ChatResponse>;
  /** All chunks; `round` says which model request of the turn each belongs to (CX-104). */
  chatClientResponse(): AsyncIterable<ChatClientResponse>;
  /** What happens in the turn, tools included, for user interfaces; nothing of it is in the chunks (CX-119). */
  events(): AsyncIterable<TurnEvent>;
  /** Runs the turn to its end and returns what `call()` would: the last round's answer with the usage of all (CX-104). */
  final(): Promise<ChatClientResponse>;
}

/** Runs a prepared request in `stream()` mode. */
export class DefaultStreamResponseSpec implements StreamResponseSpec {
  readonly #prepare: () => MaybePromise<PreparedRequest>;
  readonly #signal: AbortSignal | undefined;
  readonly #onlyFinalRound: boolean;

  /** @param prepare called for each run */
  constructor(prepare: () => MaybePromise<PreparedRequest>, signal: AbortSignal | undefined, onlyFinalRound: boolean) {
    this.#prepare = prepare;
    this.#signal = signal;
    this.#onlyFinalRound = onlyFinalRound;
  }

  content(): AsyncIterable<string> {
    return abandonable((signal) => textsOf(iterable(this.#chunks(signal))), this.#signal);
  }

  chatResponse(): AsyncIterable<ChatResponse> {
    return abandonable((signal) => responsesOf(iterable(this.#chunks(signal))), this.#signal);
  }

  chatClientResponse(): AsyncIterable<ChatClientResponse> {
    return abandonable((signal) => this.#chunks(signal), this.#signal);
  }

  events(): AsyncIterable<TurnEvent> {
    return abandonable((signal) => {
      const events = new TurnEvents();
      return eventsOf(this.#chunks(signal, events), events);
    }, this.#signal);
  }

  async final(): Promise<ChatClientResponse> {
    const aggregator = new TurnAggregator();
    for await (const chunk of this.chatClientResponse()) aggregator.add(chunk);
    return aggregator.response;
  }

  #chunks(signal: AbortSignal, events?: TurnEvents): Chunks<ChatClientResponse> {
    const chunks = this.#allChunks(signal, events);
    return this.#onlyFinalRound ? lastRoundOf(iterable(chunks)) : chunks;
  }

  #allChunks(signal: AbortSignal, events: TurnEvents | undefined): Chunks<ChatClientResponse> {
    const prepared = this.#prepare();
    if (prepared instanceof Promise) return awaitedChunks(prepared, signal, events);
    return prepared.stream(signal, events)[Symbol.asyncIterator]() as Chunks<ChatClientResponse>;
  }
}

async function* awaitedChunks(prepared: Promise<PreparedRequest>, signal: AbortSignal, events?: TurnEvents) {
  yield* (await prepared).stream(signal, events);
}

function iterable<T>(iterator: Chunks<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* textsOf(chunks: AsyncIterable<ChatClientResponse>) {
  for await (const { chatResponse } of chunks) {
    const text = chatResponse?.result?.output.text;
    if (text) yield text;
  }
}

async function* responsesOf(chunks: AsyncIterable<ChatClientResponse>) {
  for await (const { chatResponse } of chunks) if (chatResponse) yield chatResponse;
}

/** Holds the chunks of a round back until the round is known to be the last (CX-104). */
async function* lastRoundOf(chunks: AsyncIterable<ChatClientResponse>) {
  let held: ChatClientResponse[] = [];
  for await (const chunk of chunks) {
    const isOther = held[0] && held[0].round !== chunk.round;
    if (isOther || (chunk.chatResponse && isDirectAnswer(chunk.chatResponse))) held = [];
    held.push(chunk);
  }
  yield* held;
}
