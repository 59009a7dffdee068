import { hasText, ObservationContext } from '@toolwright/core';
import { isToolCallingChatOptions } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { ChatMemory } from '../memory/ChatMemory.js';

/**
 * What is known about one `call()` or `stream()` of a client, the whole turn with all its rounds. Prompt and answer are
 * content: a convention must not make attributes of them.
 */
export class ChatClientObservationContext extends ObservationContext {
  /** What was returned; of a stream that was iterated to its end, the aggregate of its chunks. */
  response: ChatClientResponse | null = null;

  /**
   * @param request as the chain receives it
   * @param advisors of the chain, in the order in which they run, the one that asks the model included
   */
  constructor(
    readonly request: ChatClientRequest,
    readonly advisors: readonly Advisor[],
    readonly streaming: boolean,
  ) {
    super();
  }

  /** The names of the advisors, in the order in which they run. */
  get advisorNames(): readonly string[] {
    return this.advisors.map(({ name }) => name);
  }

  /** The names of the tools that the request carries, sorted. */
  get toolNames(): readonly string[] {
    const { options } = this.request.prompt;
    const tools = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
    return tools.map(({ definition }) => definition.name).sort();
  }

  /** The id of the suspended turn that goes on here, as {@link suspendedTurnOf} gave it; null if a turn begins. */
  get resumedTurnId(): string | null {
    return this.request.approvals?.resumedTurnId ?? null;
  }

  /** The id of the conversation; null if there is none, or if it is no text (OB-102). */
  get conversationId(): string | null {
    const id = this.request.context[ChatMemory.CONVERSATION_ID];
    return typeof id === 'string' && hasText(id) ? id : null;
  }
}
