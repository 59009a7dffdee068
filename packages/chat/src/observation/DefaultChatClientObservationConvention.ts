import type { ChatClientObservationContext } from './ChatClientObservationContext.js';
import { ChatClientObservationConvention } from './ChatClientObservationConvention.js';
import { quotedList } from './quotedList.js';

/** What the conventions of the framework for chat clients can be told. */
export interface ChatClientConventionOptions {
  /** Name of the kind of operation. */
  readonly name?: string;
  /** Whether the id of the conversation, which may identify a person, is an attribute (OB-112); default true. */
  readonly includeConversationId?: boolean;
}

/** Names turns of a chat client as the semantic conventions of OpenTelemetry for generative AI do, where these know them. */
export class DefaultChatClientObservationConvention extends ChatClientObservationConvention {
  override readonly name: string;
  readonly #includeConversationId: boolean;

  /** @param options the name is `toolwright.chat.client` by default */
  constructor(options: ChatClientConventionOptions = {}) {
    super();
    this.name = options.name ?? 'toolwright.chat.client';
    this.#includeConversationId = options.includeConversationId ?? true;
  }

  override contextualName(_context: ChatClientObservationContext): string {
    return 'chat_client';
  }

  override lowCardinalityKeyValues({ streaming }: ChatClientObservationContext) {
    return {
      // No operation of the semantic conventions: the model requests inside of the turn have those.
      'gen_ai.operation.name': 'framework',
      'toolwright.kind': 'chat_client',
      'toolwright.chat.client.stream': String(streaming),
    };
  }

  override highCardinalityKeyValues({ advisorNames, conversationId, toolNames }: ChatClientObservationContext) {
    return {
      ...(advisorNames.length > 0 && { 'toolwright.chat.client.advisors': quotedList(advisorNames) }),
      ...(conversationId !== null && this.#includeConversationId && { 'gen_ai.conversation.id': conversationId }),
      ...(toolNames.length > 0 && { 'toolwright.chat.client.tool.names': quotedList(toolNames) }),
    };
  }
}
