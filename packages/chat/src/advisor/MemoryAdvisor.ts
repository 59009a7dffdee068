import type { AssistantMessage, Message } from '@toolwright/model';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { Advisor } from './Advisor.js';

/** Brand of a {@link MemoryAdvisor}, shared by all copies of this package. */
export const MEMORY_ADVISOR: unique symbol = Symbol.for('@toolwright/memory-advisor') as never;

/**
 * An advisor that adds the earlier messages of a conversation. One that stands inside the tool loop keeps the turn's
 * messages too, so the loop's own history is switched off beside it (AR-11).
 */
export interface MemoryAdvisor extends Advisor {
  readonly [MEMORY_ADVISOR]: true;

  /**
   * Called when a client builds a chain in which this advisor stands inside the loop of `toolAdvisor`; throws to refuse
   * (CX-113).
   */
  standsInside?(toolAdvisor: Advisor): void;

  /**
   * Called inside the loop when a turn goes on that was suspended at a request for tools (AP-11): what memory was not
   * given before is staged, as if the model had just answered.
   *
   * @param request the model request that was answered, with the turn it goes on in
   * @param asking the answer, which is followed by the tools' results
   * @param answered whether the results were there before: the turn was resumed and has failed after that, so memory may
   *   hold the request and its results already
   */
  resumeTurn?(request: ChatClientRequest, asking: AssistantMessage, answered: boolean): Promise<void>;

  /**
   * What is remembered of the conversation of `request`, oldest first, for an advisor around this one that the messages
   * do not pass (SA-27).
   */
  remembered?(request: ChatClientRequest): Promise<readonly Message[]>;
}

/** Whether this advisor says of itself that it keeps conversations. */
export function isMemoryAdvisor(advisor: Advisor): advisor is MemoryAdvisor {
  return MEMORY_ADVISOR in advisor && advisor[MEMORY_ADVISOR] === true;
}
