import type { MaybePromise } from '@toolwright/core';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from '../streaming/replayable.js';
import { AdvisorUtils } from './AdvisorUtils.js';
import type { CallAdvisor, CallAdvisorChain } from './CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from './StreamAdvisor.js';

/**
 * An advisor that changes the request before, and the response after, the rest of the chain, in both modes. When
 * streaming, {@link after} gets the chunks that end an answer; the others pass as they are (AD-15).
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
    const endsAnswer = AdvisorUtils.onFinishReason();
    for await (const chunk of chain.nextStream(await this.before(request, chain))) {
      yield endsAnswer(chunk) ? await this.after(chunk, chain) : chunk;
    }
  }
}
