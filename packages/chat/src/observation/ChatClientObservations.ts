import type { ObservationRegistry } from '@toolwright/core';
import type { DefaultAroundAdvisorChain } from '../chain/DefaultAroundAdvisorChain.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { aggregate } from '../streaming/aggregate.js';
import { ChatClientObservationContext } from './ChatClientObservationContext.js';
import type { ChatClientObservationConvention } from './ChatClientObservationConvention.js';

/** Runs the turns of a client, as observations if somebody is told (OB-101). */
export class ChatClientObservations {
  readonly #registry: ObservationRegistry;
  readonly #convention: ChatClientObservationConvention;

  constructor(registry: ObservationRegistry, convention: ChatClientObservationConvention) {
    this.#registry = registry;
    this.#convention = convention;
  }

  call(chain: DefaultAroundAdvisorChain, request: ChatClientRequest): Promise<ChatClientResponse> {
    if (this.#registry.isNoop) return chain.nextCall(request);
    return this.#registry.observe(
      () => new ChatClientObservationContext(request, chain.callAdvisors, false),
      this.#convention,
      async (context) => {
        const response = await chain.nextCall(request);
        if (context) context.response = response;
        return response;
      },
    );
  }

  stream(chain: DefaultAroundAdvisorChain, request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
    if (this.#registry.isNoop) return chain.nextStream(request);
    return this.#registry.observeStream(
      () => new ChatClientObservationContext(request, chain.streamAdvisors, true),
      this.#convention,
      (context) => {
        const chunks = chain.nextStream(request);
        if (!context) return chunks;
        return aggregate(chunks, (response) => {
          context.response = response;
        });
      },
    );
  }
}
