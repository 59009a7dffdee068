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
   * The end of a conversation, for stores whose conversations are long: all its system messages and at least the latest
   * `count` other ones, in order; the whole conversation if it has no more. Without this method all of it is read.
   *
   * @param count at least 1
   */
  findLatest?(conversationId: string, count: number): Promise<readonly Message[]>;

  /**
   * Adds messages to the conversation in one atomic step, whoever else writes: all of them or none, next to each other.
   * A repository that has this method keeps whole conversations: they are trimmed when read, never when written (CX-128).
   */
  append?(
    conversationId: string,
    messages: readonly Message[],
    options?: ChatMemoryRepository.AppendOptions,
  ): Promise<void>;

  /**
   * Forgets the conversations that nobody has written to since `time`.
   *
   * @returns how many those were
   */
  deleteIdleSince?(time: Date): Promise<number>;

  /** Forgets a conversation; an unknown one is no error. */
  abstract deleteByConversationId(conversationId: string): Promise<void>;
}

export namespace ChatMemoryRepository {
  /** Where appended messages belong. */
  export interface AppendOptions {
    /**
     * The turn that the messages are part of, an id that is unique in the conversation. They go behind the messages that
     * the turn has appended before, otherwise at the end, so that turns that run at the same time, in whichever
     * processes, stay in one piece each (CX-117). Without it the messages go to the end.
     */
    readonly turn?: string;
    /** Whether the messages take the place of all system messages that are stored (ME-06); default false. */
    readonly replaceSystemMessages?: boolean;
  }
}
