import type { MaybePromise } from '@toolwright/core';
import { ChatResponse } from '@toolwright/model';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from '../streaming/replayable.js';
import { TurnAggregator } from '../streaming/TurnAggregator.js';
import type { CallAdvisor, CallAdvisorChain } from './CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from './StreamAdvisor.js';

/**
 * An advisor that changes the request before, and the response after, the rest of the chain, in both modes. When
 * streaming, the chunks pass as they are, and {@link after} gets what they amount to, once, at the end (CX-118): what it
 * adds to context and metadata goes out in one more chunk, but a text that has gone out cannot be changed. Advisors that
 * change chunks override {@link adviseStream}.
 */
export abstract class BaseAdvisor implements CallAdvisor, StreamAdvisor {
  /** The name of the class. */
  get name(): string {
    return this.constructor.name;
  }

  abstract readonly order: number;

  /** The request for the rest of the chain. */
  abstract before(
    request: ChatClientRequest,
    chain: CallAdvisorChain | StreamAdvisorChain,
  ): MaybePromise<ChatClientRequest>;

  /** The response for the outer advisors. */
  abstract after(
    response: ChatClientResponse,
    chain: CallAdvisorChain | StreamAdvisorChain,
  ): MaybePromise<ChatClientResponse>;

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    return this.after(await chain.nextCall(await this.before(request, chain)), chain);
  }

  adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    return replayable(() => this.#chunks(request, chain));
  }

  async *#chunks(
    request: ChatClientRequest,
    chain: StreamAdvisorChain,
  ): AsyncGenerator<ChatClientResponse, void, void> {
    const aggregator = new TurnAggregator();
    for await (const chunk of chain.nextStream(await this.before(request, chain))) {
      aggregator.add(chunk);
      yield chunk;
    }
    const whole = aggregator.response;
    const changed = await this.after(whole, chain);
    const metadata = changed.chatResponse?.metadata;
    if (changed.context === whole.context && (!metadata || metadata === whole.chatResponse?.metadata)) return;
    yield ChatClientResponse.of(new ChatResponse([], metadata), changed.context, changed.round);
  }
}
