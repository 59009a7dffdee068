import type { Message } from '@toolwright/model';

/**
 * Where a {@link ChatMemory} keeps conversations. It stores what it is given and decides nothing. One instance serves
 * any number of concurrent turns.
 */
export abstract class ChatMemoryRepository {
  /** Whether tool calls and tool-response messages come back as they were saved; false refuses the place inside the loop. */
  abstract readonly supportsToolMessages: boolean;

  /** The ids of all conversations that have messages, in no particular order. */
  abstract findConversationIds(): Promise<readonly string[]>;

  /** The messages of a conversation in the order in which they were saved; a list of the caller's own, empty if unknown. */
  abstract findByConversationId(conversationId: string): Promise<readonly Message[]>;

  /** Replaces the conversation by these messages, completely or not at all. */
  abstract saveAll(conversationId: string, messages: readonly Message[]): Promise<void>;

  /**
   * Adds messages at the end of the conversation in one atomic step, whoever else writes. A repository that has this
   * method keeps whole conversations: they are trimmed when read, never when written (CX-128).
   */
  append?(conversationId: string, messages: readonly Message[]): Promise<void>;

  /** Forgets a conversation; an unknown one is no error. */
  abstract deleteByConversationId(conversationId: string): Promise<void>;
}
