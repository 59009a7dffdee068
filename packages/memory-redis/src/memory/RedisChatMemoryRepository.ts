import { ChatMemoryRepository, readWindow } from '@toolwright/chat';
import { IllegalStateException, requireArgument, requireNonNullElements, requireText } from '@toolwright/core';
import { type Message, messageFromJson, type MessageJson, messageToJson } from '@toolwright/model';
import type { RedisConnection } from '../connection/RedisConnection.js';
import { APPEND, DELETE, DELETE_IDLE, FIND_LATEST, LIST, SAVE, STAMP } from './conversationScripts.js';

/** The names that an earlier layout must not be mixed up with. */
const LAYOUT = '1';
/** Digits in front of a message in its sorted set. */
const NUMBER_LENGTH = 16;
const IDLE_BATCH = 500;
const KINDS = ['messages:', 'system:', 'turns:', 'next:'] as const;
const APPENDS = 'appends:';

/** How a {@link RedisChatMemoryRepository} keeps conversations. */
export interface RedisChatMemoryOptions {
  /** Default `chat-memory:`. */
  readonly keyPrefix?: string;
  /** The key of the sorted set that lists the conversations; default `chat-memory-idx`. */
  readonly indexName?: string;
  /** Milliseconds after the last write at which a conversation is forgotten; default never. */
  readonly timeToLive?: number;
  /** How many ids {@link RedisChatMemoryRepository.findConversationIds} returns at most; default 1000. */
  readonly maxConversationIds?: number;
  /**
   * How many messages of a conversation {@link RedisChatMemoryRepository.findByConversationId} returns; default 1000. Whole
   * turns are left out, the oldest first; all of them stay stored.
   */
  readonly maxMessagesPerConversation?: number;
}

/**
 * Keeps conversations in Redis 7 or newer, without modules. Every change of a conversation is one atomic step, whichever
 * processes write, and the steps of a turn stay together (CX-117). Messages come back as they were, with tool calls, tool
 * responses, metadata and media.
 *
 * Failures of the server end in a `StoreException`; the connection is opened again by itself. What a broken connection has
 * interrupted is sent once more, and carried out once.
 */
export class RedisChatMemoryRepository extends ChatMemoryRepository {
  override readonly supportsToolMessages = true;
  readonly #connection: RedisConnection;
  readonly #options: Required<RedisChatMemoryOptions>;

  /**
   * @throws {IllegalArgumentException} `timeToLive must be greater than 0`, `maxConversationIds must be greater than 0`,
   *   `maxMessagesPerConversation must be greater than 0`
   */
  constructor(connection: RedisConnection, options: RedisChatMemoryOptions = {}) {
    super();
    this.#connection = connection;
    requireArgument((options.timeToLive ?? 1) > 0, 'timeToLive must be greater than 0');
    this.#options = {
      keyPrefix: options.keyPrefix ?? 'chat-memory:',
      indexName: options.indexName ?? 'chat-memory-idx',
      timeToLive: options.timeToLive ?? 0,
      maxConversationIds: options.maxConversationIds ?? 1000,
      maxMessagesPerConversation: options.maxMessagesPerConversation ?? 1000,
    };
    requireArgument(this.#options.maxConversationIds > 0, 'maxConversationIds must be greater than 0');
    requireArgument(this.#options.maxMessagesPerConversation > 0, 'maxMessagesPerConversation must be greater than 0');
  }

  /**
   * Connects, and marks the keys with the version of their layout, so that another version never reads them wrongly.
   *
   * @throws {StoreException} if the server cannot be reached
   * @throws {IllegalStateException} if the keys have another layout
   */
  async initializeSchema(): Promise<void> {
    const { keyPrefix, indexName } = this.#options;
    const found = await this.#connection.run(STAMP, [`${keyPrefix}layout`, indexName], [LAYOUT]);
    if (found === LAYOUT) return;
    throw new IllegalStateException(
      `The keys ${keyPrefix}* in ${this.#connection.description} have the layout ${String(found)}, this version reads ` +
        `layout ${LAYOUT}. Use another key prefix.`,
    );
  }

  /** The conversations that were written to last, at most `maxConversationIds`. */
  override async findConversationIds(): Promise<readonly string[]> {
    const { indexName, maxConversationIds, keyPrefix } = this.#options;
    const ids = await this.#connection.run(LIST, [indexName], [maxConversationIds, keyPrefix + KINDS[0]]);
    return ids as readonly string[];
  }

  /** The latest turns, as many as `maxMessagesPerConversation` holds, and all system messages. */
  override async findByConversationId(conversationId: string): Promise<readonly Message[]> {
    return (await readWindow(this, conversationId, this.#options.maxMessagesPerConversation)).messages;
  }

  override async findLatest(conversationId: string, count: number): Promise<readonly Message[]> {
    const members = await this.#connection.run(FIND_LATEST, this.#keysOf(conversationId), [count]);
    return (members as readonly string[]).map(decode);
  }

  override async saveAll(conversationId: string, messages: readonly Message[]): Promise<void> {
    requireNonNullElements(messages, 'messages cannot be null', 'messages cannot contain null elements');
    const { timeToLive } = this.#options;
    await this.#connection.run(SAVE, this.#keysOf(conversationId), [
      conversationId,
      timeToLive,
      '',
      'all',
      crypto.randomUUID(),
      ...messages.map(encode),
    ]);
  }

  override async append(
    conversationId: string,
    messages: readonly Message[],
    { turn = '', replaceSystemMessages = false }: ChatMemoryRepository.AppendOptions = {},
  ): Promise<void> {
    requireNonNullElements(messages, 'messages cannot be null', 'messages cannot contain null elements');
    if (messages.length === 0) return;
    const replaced = replaceSystemMessages ? 'system' : 'none';
    await this.#connection.run(APPEND, this.#keysOf(conversationId), [
      conversationId,
      this.#options.timeToLive,
      turn,
      replaced,
      crypto.randomUUID(),
      ...messages.map(encode),
    ]);
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    await this.#connection.run(DELETE, this.#keysOf(conversationId), [conversationId]);
  }

  override async deleteIdleSince(time: Date): Promise<number> {
    const { indexName, keyPrefix } = this.#options;
    const prefixes = [...KINDS, APPENDS].map((kind) => keyPrefix + kind);
    let total = 0;
    for (;;) {
      const reply = await this.#connection.run(DELETE_IDLE, [indexName], [time.getTime(), IDLE_BATCH, ...prefixes]);
      const [seen = 0, deleted = 0] = reply as readonly number[];
      total += deleted;
      if (seen < IDLE_BATCH) return total;
    }
  }

  #keysOf(conversationId: string): readonly string[] {
    requireText(conversationId, 'conversationId cannot be null or empty');
    const { keyPrefix, indexName } = this.#options;
    return [
      ...KINDS.map((kind) => `${keyPrefix}${kind}${conversationId}`),
      indexName,
      `${keyPrefix}${APPENDS}${conversationId}`,
    ];
  }
}

/** The kind, then JSON. */
function encode(message: Message): string {
  return `${message.messageType === 'system' ? 's' : '-'}${JSON.stringify(messageToJson(message))}`;
}

function decode(member: string): Message {
  return messageFromJson(JSON.parse(member.slice(NUMBER_LENGTH)) as MessageJson);
}
