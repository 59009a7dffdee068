import {
  IllegalArgumentException,
  LoggerFactory,
  nameClass,
  requireArgument,
  requireNonNull,
  requireNonNullElements,
  requireText,
} from '@toolwright/core';
import type { Message } from '@toolwright/model';
import type { ToolResultRepository } from '@toolwright/tools';
import { ChatMemory } from './ChatMemory.js';
import type { ChatMemoryRepository } from './ChatMemoryRepository.js';
import { exclusively } from './exclusively.js';
import { InMemoryChatMemoryRepository } from './InMemoryChatMemoryRepository.js';
import { isSameMessage } from './isSameMessage.js';
import { readWindow } from './readWindow.js';
import { type MessageWindow, windowOf } from './windowOf.js';

const logger = LoggerFactory.getLogger('toolwright.chat.memory');

/** How many conversations are remembered to have been reported: most are never heard of again. */
const MOST_REPORTED = 1000;

/**
 * Remembers the last messages of each conversation. Whole turns are forgotten, the oldest first; the running turn is
 * never cut, even if it is longer than the window (CX-112). A new system message replaces the older ones (ME-06).
 *
 * Additions to one conversation are made one after the other, whichever memory of this process over the same repository
 * makes them (CX-117). Over a repository with `append` the window applies to what is read, otherwise also to what is
 * stored; over one with `findLatest` only the end of a conversation is read.
 */
export class MessageWindowChatMemory extends ChatMemory {
  /** How many messages are remembered unless the builder is told otherwise. */
  static readonly DEFAULT_MAX_MESSAGES = 20;

  readonly chatMemoryRepository: ChatMemoryRepository;
  /** How many messages of a conversation are remembered, at least 1. */
  readonly maxMessages: number;
  /** Conversations whose last turn does not fit and has been reported. */
  readonly #exceeded = new Set<string>();

  readonly #toolResultRepository: ToolResultRepository | undefined;

  private constructor(
    chatMemoryRepository: ChatMemoryRepository,
    maxMessages: number,
    toolResultRepository: ToolResultRepository | undefined,
  ) {
    super();
    this.chatMemoryRepository = chatMemoryRepository;
    this.maxMessages = maxMessages;
    this.#toolResultRepository = toolResultRepository;
  }

  static builder(): MessageWindowChatMemory.Builder {
    return new MessageWindowChatMemory.Builder(
      (repository, maxMessages, results) => new MessageWindowChatMemory(repository, maxMessages, results),
    );
  }

  override get supportsToolMessages(): boolean {
    return this.chatMemoryRepository.supportsToolMessages;
  }

  override get storeName(): string {
    return this.chatMemoryRepository.constructor.name;
  }

  /**
   * @throws {IllegalArgumentException} `conversationId cannot be null or empty`, `messages cannot be null` (for null),
   *   `message cannot be null` (for undefined), `messages cannot contain null elements`
   */
  override async add(
    conversationId: string,
    messages: Message | readonly Message[],
    options: ChatMemory.AddOptions = {},
  ): Promise<void> {
    requireId(conversationId);
    const added = listOf(messages);
    if (added.length === 0) return;
    await exclusively(this.chatMemoryRepository, conversationId, () => this.#add(conversationId, added, options));
  }

  /** @throws {IllegalArgumentException} `conversationId cannot be null or empty` */
  override async get(conversationId: string): Promise<readonly Message[]> {
    requireId(conversationId);
    return this.#inWindow(
      conversationId,
      await readWindow(this.chatMemoryRepository, conversationId, this.maxMessages),
    );
  }

  /** @throws {IllegalArgumentException} `conversationId cannot be null or empty` */
  override async clear(conversationId: string): Promise<void> {
    requireId(conversationId);
    await exclusively(this.chatMemoryRepository, conversationId, () =>
      this.chatMemoryRepository.deleteByConversationId(conversationId),
    );
    await this.#toolResultRepository?.deleteByConversationId(conversationId);
    this.#exceeded.delete(conversationId);
  }

  async #add(
    conversationId: string,
    added: readonly Message[],
    { turn, continues }: ChatMemory.AddOptions,
  ): Promise<void> {
    const repository = this.chatMemoryRepository;
    const mayReplace = added.some(({ messageType }) => messageType === 'system');
    if (repository.append && !mayReplace) {
      await repository.append(conversationId, added, turn === undefined ? {} : { turn });
      return;
    }
    const stored = await repository.findByConversationId(conversationId);
    const replaces = mayReplace && hasNewSystemMessage(stored, added);
    if (repository.append) {
      await repository.append(conversationId, added, {
        ...(turn !== undefined && { turn }),
        ...(replaces && { replaceSystemMessages: true }),
      });
      return;
    }
    const kept = replaces ? stored.filter(({ messageType }) => messageType !== 'system') : stored;
    const window = windowOf(inserted(kept, added, continues), this.maxMessages);
    await repository.saveAll(conversationId, this.#inWindow(conversationId, window));
  }

  #inWindow(conversationId: string, window: MessageWindow): readonly Message[] {
    if (!window.exceeded) this.#exceeded.delete(conversationId);
    else if (!this.#exceeded.has(conversationId)) {
      for (const oldest of this.#exceeded) {
        if (this.#exceeded.size < MOST_REPORTED) break;
        this.#exceeded.delete(oldest);
      }
      this.#exceeded.add(conversationId);
      logger.warn(
        `The last turn of conversation ${conversationId} does not fit into the window of ${this.maxMessages} messages ` +
          'and is kept whole. Raise maxMessages (chat.memory.max-messages).',
      );
    }
    return window.messages;
  }
}

/** An equal system message replaces nothing; a new one replaces all older ones (ME-06). */
function hasNewSystemMessage(stored: readonly Message[], added: readonly Message[]): boolean {
  return added.some(
    (message) => message.messageType === 'system' && !stored.some((known) => isSameMessage(known, message)),
  );
}

/** Behind the message that they continue, otherwise at the end. */
function inserted(
  stored: readonly Message[],
  added: readonly Message[],
  continues: Message | undefined,
): readonly Message[] {
  const index = continues ? stored.findLastIndex((message) => isSameMessage(message, continues)) : -1;
  return index < 0 ? [...stored, ...added] : stored.toSpliced(index + 1, 0, ...added);
}

function listOf(messages: Message | readonly Message[] | null | undefined): readonly Message[] {
  if (messages === undefined) throw new IllegalArgumentException('message cannot be null');
  const list = requireNonNull(messages, 'messages cannot be null');
  return requireNonNullElements(
    'messageType' in list ? [list] : list,
    'messages cannot be null',
    'messages cannot contain null elements',
  );
}

function requireId(conversationId: string): string {
  return requireText(conversationId, 'conversationId cannot be null or empty');
}

type CreateMemory = (
  repository: ChatMemoryRepository,
  maxMessages: number,
  toolResultRepository: ToolResultRepository | undefined,
) => MessageWindowChatMemory;

export namespace MessageWindowChatMemory {
  /** Builds a {@link MessageWindowChatMemory}; by default of 20 messages, in this process. */
  export class Builder {
    readonly #create: CreateMemory;
    #repository: ChatMemoryRepository | undefined;
    #toolResultRepository: ToolResultRepository | undefined;
    #maxMessages = MessageWindowChatMemory.DEFAULT_MAX_MESSAGES;

    /** @internal */
    constructor(create: CreateMemory) {
      this.#create = create;
    }

    /** @throws {IllegalArgumentException} `chatMemoryRepository cannot be null` */
    chatMemoryRepository(repository: ChatMemoryRepository): this {
      this.#repository = requireNonNull(repository, 'chatMemoryRepository cannot be null');
      return this;
    }

    /** @param maxMessages at least 1; checked by {@link build} */
    maxMessages(maxMessages: number): this {
      this.#maxMessages = maxMessages;
      return this;
    }

    /** Whose results of a conversation are deleted when the conversation is cleared (OF-04); default none. */
    toolResultRepository(toolResultRepository: ToolResultRepository): this {
      this.#toolResultRepository = requireNonNull(toolResultRepository, 'toolResultRepository cannot be null');
      return this;
    }

    /** @throws {IllegalArgumentException} `maxMessages must be greater than 0` */
    build(): MessageWindowChatMemory {
      requireArgument(this.#maxMessages > 0, 'maxMessages must be greater than 0');
      const repository = this.#repository ?? new InMemoryChatMemoryRepository();
      return this.#create(repository, this.#maxMessages, this.#toolResultRepository);
    }
  }
}

nameClass(MessageWindowChatMemory.Builder, 'MessageWindowChatMemory.Builder');
