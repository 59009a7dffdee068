import type { ChatModel } from '@toolwright/model';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import type { Advisor } from './Advisor.js';

/** An advisor of `call()`. One that does not implement {@link adviseCall} is absent from such chains (AD-05). */
export interface CallAdvisor extends Advisor {
  /**
   * Answers the request, usually by asking `chain.nextCall` with the same or a changed request.
   *
   * @param chain what stands behind this advisor; not asking it ends the request here
   */
  adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse>;
}

/** The rest of a chain, as one advisor of `call()` sees it. */
export interface CallAdvisorChain {
  /** All advisors of this chain as it was built, whatever ran already (AD-09). */
  readonly callAdvisors: readonly CallAdvisor[];
  /** The model that the chain asks in the end, by which an advisor sees what it is capable of; undefined if unknown. */
  readonly chatModel?: ChatModel | undefined;

  /**
   * Runs everything that stands behind. May be called any number of times; each call runs the same advisors (AD-13).
   *
   * @throws {IllegalArgumentException} `the chatClientRequest cannot be null`
   * @throws {IllegalStateException} `No CallAdvisors available to execute`
   */
  nextCall(request: ChatClientRequest): Promise<ChatClientResponse>;

  /**
   * A chain of the advisors behind `after`.
   *
   * @throws {IllegalArgumentException} if `after` is null or not in this chain (AD-10)
   */
  copy(after: CallAdvisor): CallAdvisorChain;
}
