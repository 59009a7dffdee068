import type { ChatModel } from '@toolwright/model';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import type { Advisor } from './Advisor.js';

/** An advisor of `stream()`. One that does not implement {@link adviseStream} is absent from such chains (AD-05). */
export interface StreamAdvisor extends Advisor {
  /**
   * Answers the request in chunks, usually those of `chain.nextStream`. Work starts when the result is iterated, and
   * every iteration is a new turn (TS-11).
   *
   * @param chain what stands behind this advisor; not asking it ends the request here
   */
  adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse>;
}

/** The rest of a chain, as one advisor of `stream()` sees it. */
export interface StreamAdvisorChain {
  /** All advisors of this chain as it was built, whatever ran already (AD-09). */
  readonly streamAdvisors: readonly StreamAdvisor[];
  /** The model that the chain asks in the end, by which an advisor sees what it is capable of; undefined if unknown. */
  readonly chatModel?: ChatModel | undefined;

  /**
   * Runs everything that stands behind. Failures, those of wrong use included, come when the stream is iterated (AD-08).
   *
   * @throws {IllegalArgumentException} `the chatClientRequest cannot be null`
   * @throws {IllegalStateException} `No StreamAdvisors available to execute`
   */
  nextStream(request: ChatClientRequest): AsyncIterable<ChatClientResponse>;

  /**
   * A chain of the advisors behind `after`.
   *
   * @throws {IllegalArgumentException} if `after` is null or not in this chain (AD-10)
   */
  copy(after: StreamAdvisor): StreamAdvisorChain;
}
