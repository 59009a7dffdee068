import type { Message } from '@toolwright/model';

/** What a conversation remembers from turn to turn. */
export abstract class ChatMemory {
  /** Key of the request context under which memory and tool search find the id of the conversation (ME-01). */
  static readonly CONVERSATION_ID = 'chat_memory_conversation_id';

  /** Appends messages to a conversation, which begins with them if it is new. */
  abstract add(conversationId: string, messages: Message | readonly Message[]): Promise<void>;

  /** The messages to send with the next request, oldest first; empty for an unknown conversation. */
  abstract get(conversationId: string): Promise<readonly Message[]>;

  /** Forgets a conversation; an unknown one is no error. */
  abstract clear(conversationId: string): Promise<void>;
}
