import type { ObservationRegistry } from '@toolwright/core';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { aggregate } from '../streaming/aggregate.js';
import { replayable } from '../streaming/replayable.js';
import { AdvisorObservationContext } from './AdvisorObservationContext.js';
import type { AdvisorObservationConvention } from './AdvisorObservationConvention.js';

/** Runs advisors as observations, each nested in that of the next outer one (OB-104). */
export class AdvisorObservations {
  constructor(
    readonly registry: ObservationRegistry,
    readonly convention: AdvisorObservationConvention,
  ) {}

  /** Whether nobody is told; the advisors are then better run without this class. */
  get isNoop(): boolean {
    return this.registry.isNoop;
  }

  call(advisor: CallAdvisor, request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    return this.registry.observe(
      () => new AdvisorObservationContext(advisor.name, advisor.order, request),
      this.convention,
      async (context) => {
        const response = await advisor.adviseCall(request, chain);
        if (context) context.chatClientResponse = response;
        return response;
      },
    );
  }

  stream(
    advisor: StreamAdvisor,
    request: ChatClientRequest,
    chain: StreamAdvisorChain,
  ): AsyncIterable<ChatClientResponse> {
    return replayable(() =>
      this.registry.observeStream(
        () => new AdvisorObservationContext(advisor.name, advisor.order, request),
        this.convention,
        (context) => {
          const chunks = advisor.adviseStream(request, chain);
          if (!context) return chunks;
          return aggregate(chunks, (response) => {
            context.chatClientResponse = response;
          });
        },
      ),
    );
  }
}
