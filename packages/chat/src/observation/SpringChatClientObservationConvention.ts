import type { ChatClientObservationContext } from './ChatClientObservationContext.js';
import { ChatClientObservationConvention } from './ChatClientObservationConvention.js';
import type { ChatClientConventionOptions } from './DefaultChatClientObservationConvention.js';
import { quotedList } from './quotedList.js';

/** Names turns of a chat client as Spring AI does (OB-101, OB-102). */
export class SpringChatClientObservationConvention extends ChatClientObservationConvention {
  override readonly name: string;
  readonly #includeConversationId: boolean;

  /** @param options the name is `spring.ai.chat.client` by default */
  constructor(options: ChatClientConventionOptions = {}) {
    super();
    this.name = options.name ?? 'spring.ai.chat.client';
    this.#includeConversationId = options.includeConversationId ?? true;
  }

  override contextualName(_context: ChatClientObservationContext): string {
    return 'spring_ai chat_client';
  }

  override lowCardinalityKeyValues({ streaming }: ChatClientObservationContext) {
    return {
      'gen_ai.operation.name': 'framework',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'chat_client',
      'spring.ai.chat.client.stream': String(streaming),
    };
  }

  override highCardinalityKeyValues({ advisorNames, conversationId, toolNames }: ChatClientObservationContext) {
    const id = this.#includeConversationId ? conversationId : null;
    return {
      ...(advisorNames.length > 0 && { 'spring.ai.chat.client.advisors': quotedList(advisorNames) }),
      ...(id !== null && { 'spring.ai.chat.client.conversation.id': id }),
      ...(toolNames.length > 0 && { 'spring.ai.chat.client.tool.names': quotedList(toolNames) }),
    };
  }
}
