import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { TurnAggregator } from '../streaming/TurnAggregator.js';
import type { TurnEvent } from './TurnEvent.js';
import type { TurnEvents } from './TurnEvents.js';

/**
 * The events of a turn. Texts are taken from its chunks, so that they are what every other consumer would see; what
 * happens inside of the loop comes from `events`. Chunks are pulled as events are.
 */
export async function* eventsOf(
  chunks: AsyncIterable<ChatClientResponse>,
  events: TurnEvents,
): AsyncGenerator<TurnEvent, void, void> {
  const whole = new TurnAggregator();
  const iterator = chunks[Symbol.asyncIterator]();
  const rounds = new RoundsOfChunks(events);
  try {
    for (;;) {
      const pull = iterator.next();
      let step = await events.during(pull);
      // The pull is pending while tools run; what they do is told meanwhile.
      while (!step) {
        yield* events.take();
        step = await events.during(pull);
      }
      yield* events.take();
      if (step.done) break;
      const chunk = step.value;
      whole.add(chunk);
      rounds.follow(chunk);
      yield* events.take();
      const text = chunk.chatResponse?.result?.output.text;
      if (text) yield { type: 'text-delta', round: chunk.round, text };
    }
    const response = whole.response;
    rounds.end(response);
    yield* events.take();
    const reason = response.chatResponse?.result?.metadata.finishReason ?? '';
    yield { type: 'finish', reason, response };
  } finally {
    await iterator.return?.();
  }
}

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
