import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { TurnAggregator } from '../streaming/TurnAggregator.js';
import type { TurnEvent } from './TurnEvent.js';
import type { TurnEvents } from './TurnEvents.js';

/**
 * The events of a turn. Texts are taken from its chunks, so that they are what every other consumer would see; what
 * happens inside of the loop comes from `events`. Chunks are pulled as events are.
 */
export function eventsOf(
  chunks: AsyncIterator<ChatClientResponse, unknown, void>,
  events: TurnEvents,
): AsyncIterator<TurnEvent, void, void> {
  return new EventIterator(chunks, events);
}

type Step = IteratorResult<TurnEvent, void>;

/** The consumer that waits for an event. */
interface Waiter {
  resolve(step: Step): void;
  reject(reason: unknown): void;
}

/** Written out, because a generator costs several promises per event, and streams are made of little else. */
class EventIterator implements AsyncIterator<TurnEvent, void, void> {
  readonly #chunks: AsyncIterator<ChatClientResponse, unknown, void>;
  readonly #events: TurnEvents;
  readonly #rounds: RoundsOfChunks;
  readonly #whole = new TurnAggregator();
  /** Several, if a consumer asks for events in advance. */
  readonly #waiters: Waiter[] = [];
  #isPulling = false;
  #hasEnded = false;
  #isAbandoned = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(chunks: AsyncIterator<ChatClientResponse, unknown, void>, events: TurnEvents) {
    this.#chunks = chunks;
    this.#events = events;
    this.#rounds = new RoundsOfChunks(events);
    // Tools tell of their progress while a pull is pending.
    events.listen(this.#deliver);
  }

  next(): Promise<Step> {
    if (this.#waiters.length === 0) {
      const step = this.#step();
      if (step) return Promise.resolve(step);
      if (this.#failure) return Promise.reject(this.#takeFailure(this.#failure));
      this.#pull();
    }
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
    });
  }

  async return(): Promise<Step> {
    this.#isAbandoned = true;
    this.#deliver();
    await this.#chunks.return?.();
    return END;
  }

  /** What can be said at once: an event, or the end; undefined if a chunk must be pulled first, or if the turn has failed. */
  #step(): Step | undefined {
    if (this.#isAbandoned) return END;
    const value = this.#events.take();
    if (value) return { done: false, value };
    return this.#hasEnded ? END : undefined;
  }

  /** The error that the turn has ended with, told once. */
  #takeFailure({ error }: { readonly error: unknown }): Error {
    this.#failure = undefined;
    this.#hasEnded = true;
    return error as Error;
  }

  readonly #deliver = (): void => {
    while (this.#waiters.length > 0) {
      // Not as promises: resolving one with another costs three more trips through the microtask queue.
      const step = this.#step();
      if (step) this.#waiters.shift()?.resolve(step);
      else if (this.#failure) this.#waiters.shift()?.reject(this.#takeFailure(this.#failure));
      else return;
    }
  };

  #pull(): void {
    if (this.#isPulling) return;
    this.#isPulling = true;
    this.#chunks.next().then(this.#arrived, this.#failed);
  }

  readonly #arrived = (step: IteratorResult<ChatClientResponse, unknown>): void => {
    this.#isPulling = false;
    try {
      if (step.done) this.#finish();
      else this.#take(step.value);
    } catch (error) {
      this.#failure = { error };
    }
    this.#deliver();
    if (this.#waiters.length > 0) this.#pull();
  };

  readonly #failed = (error: unknown): void => {
    this.#isPulling = false;
    this.#failure = { error };
    this.#deliver();
  };

  #take(chunk: ChatClientResponse): void {
    this.#whole.add(chunk);
    this.#rounds.follow(chunk);
    const text = chunk.chatResponse?.result?.output.text;
    if (text) this.#events.text(chunk.round, text);
  }

  #finish(): void {
    const response = this.#whole.response;
    this.#rounds.end(response);
    this.#events.finish(response.chatResponse?.result?.metadata.finishReason ?? '', response);
    this.#hasEnded = true;
  }
}

const END: Step = Object.freeze({ done: true, value: undefined });

/** Tells of rounds and tool calls from the chunks alone where no loop of ours does, as in a loop by hand. */
class RoundsOfChunks {
  readonly #events: TurnEvents;
  #own = false;

  constructor(events: TurnEvents) {
    this.#events = events;
  }

  follow({ round, chatResponse }: ChatClientResponse): void {
    if (!this.#events.started) {
      this.#own = true;
      this.#events.startRound(round);
    } else if (this.#own && round !== this.#events.round) {
      this.#events.endRound();
      this.#events.startRound(round);
    }
    const pieces = chatResponse?.result?.output.toolCalls;
    if (this.#own && pieces) this.#events.toolCallPieces(pieces);
  }

  /** @param response the answer of the last round */
  end(response: ChatClientResponse): void {
    if (!this.#events.started) this.follow(response);
    const answer = response.chatResponse;
    // A call in the answer itself has been run by nobody.
    this.#events.toolCalls(answer?.result?.output.toolCalls ?? []);
    if (!this.#own) return;
    const usage = answer?.metadata.usage;
    if (usage && usage.totalTokens > 0) this.#events.usage(usage);
    this.#events.endRound();
  }
}
