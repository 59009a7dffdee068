import { requireNonNullElements, requireText } from '@toolwright/core';
import type { Message } from '@toolwright/model';
import { ChatMemoryRepository } from './ChatMemoryRepository.js';

/**
 * Keeps conversations in this process, until they are deleted. It has no `append`, so that a window memory over it trims
 * conversations when it writes them.
 */
export class InMemoryChatMemoryRepository extends ChatMemoryRepository {
  override readonly supportsToolMessages = true;
  readonly #conversations = new Map<string, Conversation>();

  override async findConversationIds(): Promise<readonly string[]> {
    return [...this.#conversations.keys()];
  }

  /** @throws {IllegalArgumentException} `conversationId cannot be null or empty` */
  override async findByConversationId(conversationId: string): Promise<readonly Message[]> {
    return [...(this.#conversations.get(requireId(conversationId))?.messages ?? [])];
  }

  /**
   * @throws {IllegalArgumentException} `conversationId cannot be null or empty`, `messages cannot be null`,
   *   `messages cannot contain null elements`
   */
  override async saveAll(conversationId: string, messages: readonly Message[]): Promise<void> {
    requireId(conversationId);
    requireNonNullElements(messages, 'messages cannot be null', 'messages cannot contain null elements');
    if (messages.length > 0)
      this.#conversations.set(conversationId, { messages: [...messages], writtenAt: Date.now() });
    else this.#conversations.delete(conversationId);
  }

  /** @throws {IllegalArgumentException} `conversationId cannot be null or empty` */
  override async deleteByConversationId(conversationId: string): Promise<void> {
    this.#conversations.delete(requireId(conversationId));
  }

  override async deleteIdleSince(time: Date): Promise<number> {
    const idle = [...this.#conversations].filter(([, { writtenAt }]) => writtenAt < time.getTime());
    for (const [conversationId] of idle) this.#conversations.delete(conversationId);
    return idle.length;
  }
}

/** What is kept of one conversation. */
interface Conversation {
  readonly messages: readonly Message[];
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
}

function requireId(conversationId: string): string {
  return requireText(conversationId, 'conversationId cannot be null or empty');
}
