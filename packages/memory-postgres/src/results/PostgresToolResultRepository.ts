import { requireArgument, requireText } from '@toolwright/core';
import { DEFAULT_TOOL_RESULT_TTL, ToolResultRepository } from '@toolwright/tools';
import type { SqlDatabase } from '../database/SqlDatabase.js';
import { SqlStore } from '../database/SqlStore.js';
import type { TableOptions } from '../database/Tables.js';

/** How a {@link PostgresToolResultRepository} keeps results. */
export interface PostgresToolResultOptions extends TableOptions {
  /** Milliseconds for which a result is kept; default one hour. */
  readonly ttl?: number;
}

const HANDLE = /^[\w-]{1,64}$/;

/** Keeps long tool results in PostgreSQL, or in PGlite. What is expired is deleted when something is saved. */
export class PostgresToolResultRepository extends ToolResultRepository {
  readonly #store: SqlStore;
  readonly #ttl: number;

  /** @throws {IllegalArgumentException} `ttl must be greater than 0`, or for names of tables that are none */
  constructor(database: SqlDatabase, options: PostgresToolResultOptions = {}) {
    super();
    this.#store = new SqlStore(database, options);
    this.#ttl = options.ttl ?? DEFAULT_TOOL_RESULT_TTL;
    requireArgument(this.#ttl > 0, 'ttl must be greater than 0');
  }

  override async save(conversationId: string, handle: string, text: string): Promise<void> {
    requireArgument(HANDLE.test(handle), `'${handle}' is no handle: letters, digits, - and _, at most 64 of them`);
    await this.#query(
      'save a tool result',
      `INSERT INTO {tool_result} (conversation_id, handle, content, expires_at)
        VALUES ($1, $2, $3::json, now() + $4::float8 * interval '1 millisecond')
        ON CONFLICT (conversation_id, handle) DO UPDATE
          SET content = excluded.content, expires_at = excluded.expires_at`,
      [requireId(conversationId), handle, JSON.stringify(text), this.#ttl],
    );
    if (!this.#store.isSweepDue()) return;
    await this.#query('delete expired tool results', 'DELETE FROM {tool_result} WHERE expires_at <= now()');
  }

  override async find(conversationId: string, handle: string): Promise<string | null> {
    if (!HANDLE.test(handle)) return null;
    const { rows } = await this.#query<{ content: string }>(
      'read a tool result',
      'SELECT content FROM {tool_result} WHERE conversation_id = $1 AND handle = $2 AND expires_at > now()',
      [requireId(conversationId), handle],
    );
    return rows[0]?.content ?? null;
  }

  override async hasResults(conversationId: string): Promise<boolean> {
    const { rows } = await this.#query(
      'look for tool results',
      'SELECT 1 FROM {tool_result} WHERE conversation_id = $1 AND expires_at > now() LIMIT 1',
      [requireId(conversationId)],
    );
    return rows.length > 0;
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    const text = 'DELETE FROM {tool_result} WHERE conversation_id = $1';
    await this.#query('delete tool results', text, [requireId(conversationId)]);
  }

  #query<Row>(operation: string, text: string, values?: readonly unknown[]) {
    return this.#store.repeat<Row>(operation, this.#store.sql(text), values);
  }
}

function requireId(conversationId: string): string {
  return requireText(conversationId, 'conversationId cannot be null or empty');
}
