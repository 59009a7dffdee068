import { ObservationContext } from '@toolwright/core';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';

/** What is known about one run of one advisor, everything behind it in the chain included. */
export class AdvisorObservationContext extends ObservationContext {
  /** What the advisor answered; of a stream that was iterated to its end, the aggregate of its chunks. */
  chatClientResponse: ChatClientResponse | null = null;

  constructor(
    readonly advisorName: string,
    readonly order: number,
    readonly chatClientRequest: ChatClientRequest,
  ) {
    super();
  }
}
