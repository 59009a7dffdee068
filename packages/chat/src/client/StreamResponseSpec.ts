import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import { eventsOf } from '../events/eventsOf.js';
import type { TurnEvent } from '../events/TurnEvent.js';
import { TurnEvents } from '../events/TurnEvents.js';
import { byteStream } from '../http/byteStream.js';
import type { ReadableStreamOptions, UIMessageStreamOptions } from '../http/HttpStreamOptions.js';
import { CONTENT_TYPES, turnEncoder } from '../http/turnEncoders.js';
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
  /**
   * The turn as bytes, for the body of an HTTP response: the {@link events} as JSON, framed as server-sent events unless
   * another format is chosen. The turn goes on as its reader reads, and ends when the reader cancels. A failure is the
   * last frame, `{ "type": "error", "message": … }`.
   */
  toReadableStream(options?: ReadableStreamOptions): ReadableStream<Uint8Array>;
  /** {@link toReadableStream} as a response, with the headers that keep proxies from holding it back. */
  toResponse(options?: ReadableStreamOptions): Response;
  /** The turn as bytes in the UI message stream protocol, version 1, that `useChat` of `@ai-sdk/react` reads. */
  toUIMessageStream(options?: UIMessageStreamOptions): ReadableStream<Uint8Array>;
  /** {@link toUIMessageStream} as a response, with the headers of that protocol. */
  toUIMessageStreamResponse(options?: UIMessageStreamOptions): Response;
  /** Runs the turn to its end and returns what `call()` would: the last round's answer with the usage of all (CX-104). */
  final(): Promise<ChatClientResponse>;
}

/** What keeps caches and proxies from holding a stream back. */
const STREAM_HEADERS = Object.freeze({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });

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

  toReadableStream(options: ReadableStreamOptions = {}): ReadableStream<Uint8Array> {
    return byteStream(this.events(), turnEncoder(options));
  }

  toResponse(options: ReadableStreamOptions = {}): Response {
    const headers = { ...STREAM_HEADERS, 'content-type': CONTENT_TYPES[options.format ?? 'sse'] };
    return new Response(this.toReadableStream(options), { headers });
  }

  toUIMessageStream(options: UIMessageStreamOptions = {}): ReadableStream<Uint8Array> {
    const loaded = import('../http/UIMessageEncoder.js');
    return byteStream(
      this.events(),
      loaded.then(({ UIMessageEncoder }) => new UIMessageEncoder(options)),
    );
  }

  toUIMessageStreamResponse(options: UIMessageStreamOptions = {}): Response {
    const headers = {
      ...STREAM_HEADERS,
      'content-type': 'text/event-stream',
      'x-vercel-ai-ui-message-stream': 'v1',
    };
    return new Response(this.toUIMessageStream(options), { headers });
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
