import type { Message } from '@toolwright/model';

/** What a conversation remembers from turn to turn. */
export abstract class ChatMemory {
  /** Key of the request context under which memory and tool search find the id of the conversation (ME-01). */
  static readonly CONVERSATION_ID = 'chat_memory_conversation_id';

  /**
   * Whether tool calls and their results come back as they were added. A memory without them cannot stand inside the
   * tool loop (CX-113). Default true.
   */
  get supportsToolMessages(): boolean {
    return true;
  }

  /** What the messages are kept in, for error messages; by default the name of this class. */
  get storeName(): string {
    return this.constructor.name;
  }

  /** Appends messages to a conversation, which begins with them if it is new. All of them are added, or none. */
  abstract add(
    conversationId: string,
    messages: Message | readonly Message[],
    options?: ChatMemory.AddOptions,
  ): Promise<void>;

  /** The messages to send with the next request, oldest first; empty for an unknown conversation. */
  abstract get(conversationId: string): Promise<readonly Message[]>;

  /** Forgets a conversation; an unknown one is no error. */
  abstract clear(conversationId: string): Promise<void>;
}

export namespace ChatMemory {
  /**
   * Where added messages belong. A memory that can keeps turns that run at the same time in one piece each; another one
   * appends (CX-117).
   */
  export interface AddOptions {
    /** The turn that adds the messages, an id that is unique in the conversation. */
    readonly turn?: string;
    /** The stored message that these ones follow in their turn. */
    readonly continues?: Message;
  }
}
