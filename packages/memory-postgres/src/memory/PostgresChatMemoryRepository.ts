import { ChatMemoryRepository } from '@toolwright/chat';
import { requireArgument, requireNonNullElements, requireText } from '@toolwright/core';
import type { Message, MessageJson } from '@toolwright/model';
import type { SqlDatabase, SqlSession } from '../database/SqlDatabase.js';
import { SqlStore } from '../database/SqlStore.js';
import type { TableOptions } from '../database/Tables.js';
import { columnsOf, messageFrom } from './messageColumns.js';

/** How a {@link PostgresChatMemoryRepository} keeps conversations. */
export interface PostgresChatMemoryOptions extends TableOptions {
  /** Milliseconds after the last write at which a conversation is forgotten; default never. */
  readonly timeToLive?: number;
}

interface MessageRow {
  readonly message: MessageJson;
  readonly at: number;
}

/** How many of its latest writes a conversation knows: more than others make while one is sent again. */
const KNOWN_WRITES = 16;

/**
 * $1 conversation, $2 number of messages, $3 time to live in milliseconds or null, $4 id of the write. Locks the
 * conversation; returns no row if the write was made before.
 */
const RESERVE = `
  INSERT INTO {chat_memory_conversation} AS c (id, next_position, updated_at, expires_at, appends)
  VALUES ($1, $2::bigint, now(), now() + $3::float8 * interval '1 millisecond', ARRAY[$4::uuid])
  ON CONFLICT (id) DO UPDATE SET next_position = c.next_position + $2::bigint, updated_at = now(),
    expires_at = now() + $3::float8 * interval '1 millisecond',
    appends = ($4::uuid || c.appends)[1:${KNOWN_WRITES}]
  WHERE $4::uuid <> ALL (c.appends)
  RETURNING next_position - $2::bigint AS first`;

/** $1 conversation, $5 turn or null, $6 types, $7 messages, $8 times or nulls; reads `first` from a table `reserved`. */
const INSERT = `
  INSERT INTO {chat_memory_message} (conversation_id, position, turn_position, turn, type, message, created_at)
  SELECT $1, reserved.first + added.number - 1,
    coalesce((SELECT min(m.turn_position) FROM {chat_memory_message} m WHERE m.conversation_id = $1 AND m.turn = $5), reserved.first),
    $5, added.type, added.message::json, coalesce(added.time, date_trunc('milliseconds', now()))
  FROM reserved, unnest($6::text[], $7::text[], $8::timestamptz[]) WITH ORDINALITY AS added (type, message, time, number)`;

const COLUMNS = 'message, extract(epoch FROM created_at)::float8 * 1000 AS at';
const IS_LIVE = `EXISTS (SELECT FROM {chat_memory_conversation} c
    WHERE c.id = $1 AND (c.expires_at IS NULL OR c.expires_at > now()))`;

/**
 * Keeps conversations in PostgreSQL, or in PGlite. Every change of a conversation is one atomic step, whichever processes
 * write, and the steps of a turn stay together (CX-117). Messages come back in their order as they were, with tool calls,
 * tool responses, metadata and media, and with the time of their saving in the metadata (ME-33).
 *
 * The tables are made by {@link migrate}. Failures of the server end in a `StoreException`; what a broken connection has
 * interrupted is sent once more, and carried out once.
 */
export class PostgresChatMemoryRepository extends ChatMemoryRepository {
  /** The entry of the metadata of messages that were read that holds the time when they were saved, in ISO 8601. */
  static readonly TIMESTAMP = 'JdbcChatMemoryRepository_message_timestamp';

  override readonly supportsToolMessages = true;
  readonly #store: SqlStore;
  readonly #timeToLive: number | null;
  readonly #reserve: string;
  readonly #append: string;
  readonly #insert: string;
  readonly #findAll: string;
  readonly #findLatest: string;

  /** @throws {IllegalArgumentException} `timeToLive must be greater than 0`, or for names of tables that are none */
  constructor(database: SqlDatabase, options: PostgresChatMemoryOptions = {}) {
    super();
    requireArgument((options.timeToLive ?? 1) > 0, 'timeToLive must be greater than 0');
    const store = new SqlStore(database, options);
    this.#store = store;
    this.#timeToLive = options.timeToLive ?? null;
    this.#reserve = store.sql(RESERVE);
    this.#append = store.sql(`WITH reserved AS (${RESERVE}) ${INSERT}`);
    this.#insert = store.sql(
      `WITH reserved AS (SELECT $2::bigint AS first, $3::float8 AS ttl, $4::uuid AS id) ${INSERT}`,
    );
    this.#findAll = store.sql(
      `SELECT ${COLUMNS} FROM {chat_memory_message} WHERE conversation_id = $1 AND ${IS_LIVE}
        ORDER BY turn_position, position`,
    );
    this.#findLatest = store.sql(
      `SELECT ${COLUMNS} FROM (
        (SELECT * FROM {chat_memory_message} WHERE conversation_id = $1 AND type = 'system')
        UNION ALL
        (SELECT * FROM {chat_memory_message} WHERE conversation_id = $1 AND type <> 'system'
          ORDER BY turn_position DESC, position DESC LIMIT $2)
      ) latest WHERE ${IS_LIVE} ORDER BY turn_position, position`,
    );
  }

  override async findConversationIds(): Promise<readonly string[]> {
    const text = 'SELECT id FROM {chat_memory_conversation} WHERE expires_at IS NULL OR expires_at > now()';
    const { rows } = await this.#store.repeat<{ id: string }>('list conversations', this.#store.sql(text));
    return rows.map(({ id }) => id);
  }

  override async findByConversationId(conversationId: string): Promise<readonly Message[]> {
    return this.#find(this.#findAll, [requireId(conversationId)]);
  }

  override async findLatest(conversationId: string, count: number): Promise<readonly Message[]> {
    return this.#find(this.#findLatest, [requireId(conversationId), count]);
  }

  override async saveAll(conversationId: string, messages: readonly Message[]): Promise<void> {
    requireId(conversationId);
    requireMessages(messages);
    if (messages.length === 0) return this.deleteByConversationId(conversationId);
    const head = [conversationId, messages.length, this.#timeToLive, crypto.randomUUID()];
    await this.#store.repeatTransaction('save a conversation', async (session) => {
      const { rows } = await session.query(this.#reserve, head);
      if (rows.length === 0) return;
      const remove = 'DELETE FROM {chat_memory_message} WHERE conversation_id = $1';
      await session.query(this.#store.sql(remove), [conversationId]);
      const count = 'UPDATE {chat_memory_conversation} SET next_position = $2 WHERE id = $1';
      await session.query(this.#store.sql(count), [conversationId, messages.length]);
      await this.#insertAt(session, 0, conversationId, messages, null);
    });
  }

  override async append(
    conversationId: string,
    messages: readonly Message[],
    { turn, replaceSystemMessages = false }: ChatMemoryRepository.AppendOptions = {},
  ): Promise<void> {
    requireId(conversationId);
    requireMessages(messages);
    if (messages.length === 0) return;
    await this.#deleteExpired(conversationId);
    const operation = 'append to a conversation';
    const head = [conversationId, messages.length, this.#timeToLive, crypto.randomUUID()];
    if (!replaceSystemMessages) {
      await this.#store.repeat(operation, this.#append, [...head, turn ?? null, ...columnsOf(messages)]);
      return;
    }
    await this.#store.repeatTransaction(operation, async (session) => {
      const { rows } = await session.query<{ first: string }>(this.#reserve, head);
      if (rows.length === 0) return;
      const remove = `DELETE FROM {chat_memory_message} WHERE conversation_id = $1 AND type = 'system'`;
      await session.query(this.#store.sql(remove), [conversationId]);
      await this.#insertAt(session, Number(rows[0]?.first), conversationId, messages, turn ?? null);
    });
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    const text = 'DELETE FROM {chat_memory_conversation} WHERE id = $1';
    await this.#store.repeat('delete a conversation', this.#store.sql(text), [requireId(conversationId)]);
  }

  override async deleteIdleSince(time: Date): Promise<number> {
    const text = 'DELETE FROM {chat_memory_conversation} WHERE updated_at < $1';
    const values = [time.toISOString()];
    return (await this.#store.query('delete idle conversations', this.#store.sql(text), values)).rowCount;
  }

  async #find(text: string, values: readonly unknown[]): Promise<readonly Message[]> {
    const { rows } = await this.#store.repeat<MessageRow>('read a conversation', text, values);
    return rows.map(({ message, at }) => messageFrom(message, at));
  }

  async #insertAt(
    session: SqlSession,
    first: number,
    conversationId: string,
    messages: readonly Message[],
    turn: string | null,
  ): Promise<void> {
    await session.query(this.#insert, [conversationId, first, null, null, turn, ...columnsOf(messages)]);
  }

  /** An expired conversation begins anew; the others go now and then. */
  async #deleteExpired(conversationId: string): Promise<void> {
    if (this.#timeToLive === null) return;
    const text = 'DELETE FROM {chat_memory_conversation} WHERE expires_at <= now() AND (id = $1 OR $2::boolean)';
    const values = [conversationId, this.#store.isSweepDue()];
    await this.#store.repeat('delete expired conversations', this.#store.sql(text), values);
  }
}

function requireId(conversationId: string): string {
  return requireText(conversationId, 'conversationId cannot be null or empty');
}

function requireMessages(messages: readonly Message[]): void {
  requireNonNullElements(messages, 'messages cannot be null', 'messages cannot contain null elements');
}
