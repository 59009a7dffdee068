import { type ApprovalRule, type PendingTurn, type PendingTurnChange, PendingTurnRepository } from '@toolwright/chat';
import { IllegalStateException } from '@toolwright/core';
import type { SqlDatabase } from '../database/SqlDatabase.js';
import { SqlStore } from '../database/SqlStore.js';
import type { TableOptions } from '../database/Tables.js';

interface TurnRow {
  readonly turn_id: string;
  readonly conversation_id: string | null;
  readonly version: string | number;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly calls: PendingTurn['calls'];
  readonly lease: PendingTurn['lease'];
  readonly snapshot: string;
}

const COLUMNS = 'turn_id, conversation_id, version, created_at, expires_at, calls, lease, snapshot';

/**
 * Keeps suspended turns in PostgreSQL, or in PGlite, so that any process can resume them. Each change is one atomic
 * statement; of several processes that change one version of a turn exactly one succeeds. What is expired is deleted when
 * turns are added.
 */
export class PostgresPendingTurnRepository extends PendingTurnRepository {
  readonly #store: SqlStore;

  /** @throws {IllegalArgumentException} for names of tables that are none */
  constructor(database: SqlDatabase, options: TableOptions = {}) {
    super();
    this.#store = new SqlStore(database, options);
  }

  override async create(turn: PendingTurn): Promise<void> {
    const { turnId, conversationId, version, createdAt, expiresAt, calls, lease, snapshot } = turn;
    const now = Date.now();
    if (this.#store.isSweepDue()) {
      for (const table of ['pending_turn', 'approval_rule']) {
        await this.#repeat('delete what is expired', `DELETE FROM {${table}} WHERE expires_at <= $1`, [now]);
      }
    }
    const head = [turnId, conversationId, version, createdAt, expiresAt];
    const { rowCount } = await this.#query(
      'store a suspended turn',
      `INSERT INTO {pending_turn} AS stored (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6::json, $7::json, $8::json)
        ON CONFLICT (turn_id) DO UPDATE SET conversation_id = excluded.conversation_id, version = excluded.version,
          created_at = excluded.created_at, expires_at = excluded.expires_at, calls = excluded.calls,
          lease = excluded.lease, snapshot = excluded.snapshot
        WHERE stored.expires_at <= $9`,
      [...head, jsonOf(calls), jsonOf(lease), jsonOf(snapshot), now],
    );
    if (rowCount === 0) throw new IllegalStateException(`Turn '${turnId}' is stored already`);
  }

  override async find(turnId: string): Promise<PendingTurn | null> {
    const { rows } = await this.#repeat<TurnRow>(
      'read a suspended turn',
      `SELECT ${COLUMNS} FROM {pending_turn} WHERE turn_id = $1 AND ${isLive('$2')}`,
      [turnId, Date.now()],
    );
    return rows[0] ? turnFrom(rows[0]) : null;
  }

  override async update(turnId: string, version: number, change: PendingTurnChange): Promise<boolean> {
    const values: unknown[] = [turnId, version, Date.now()];
    const sets = ['version = version + 1'];
    const set = (column: string, value: unknown): void => void sets.push(`${column} = $${values.push(value)}`);
    if (change.calls !== undefined) set('calls', jsonOf(change.calls));
    if (change.lease !== undefined) set('lease', jsonOf(change.lease));
    if (change.expiresAt !== undefined) set('expires_at', change.expiresAt);
    const { rowCount } = await this.#query(
      'change a suspended turn',
      `UPDATE {pending_turn} SET ${sets.join(', ')} WHERE turn_id = $1 AND version = $2 AND ${isLive('$3')}`,
      values,
    );
    return rowCount === 1;
  }

  override async delete(turnId: string, version?: number): Promise<boolean> {
    const { rowCount } = await this.#query(
      'delete a suspended turn',
      `DELETE FROM {pending_turn} WHERE turn_id = $1 AND ($2::bigint IS NULL OR version = $2) AND ${isLive('$3')}`,
      [turnId, version ?? null, Date.now()],
    );
    return rowCount === 1;
  }

  override async findByConversationId(conversationId: string): Promise<readonly PendingTurn[]> {
    const { rows } = await this.#repeat<TurnRow>(
      'read the suspended turns of a conversation',
      `SELECT ${COLUMNS} FROM {pending_turn} WHERE conversation_id = $1 AND ${isLive('$2')} ORDER BY created_at, turn_id`,
      [conversationId, Date.now()],
    );
    return rows.map(turnFrom);
  }

  override async findLatest(limit: number): Promise<readonly PendingTurn[]> {
    const { rows } = await this.#repeat<TurnRow>(
      'read the latest suspended turns',
      `SELECT ${COLUMNS} FROM {pending_turn} WHERE ${isLive('$1')} ORDER BY created_at DESC, turn_id LIMIT $2`,
      [Date.now(), limit],
    );
    return rows.map(turnFrom);
  }

  override async addRule(conversationId: string, rule: ApprovalRule): Promise<void> {
    await this.#repeat(
      'add an approval rule',
      `INSERT INTO {approval_rule} (conversation_id, rule_id, rule, expires_at) VALUES ($1, $2, $3::json, $4)
        ON CONFLICT (conversation_id, rule_id) DO UPDATE SET rule = excluded.rule, expires_at = excluded.expires_at`,
      [conversationId, rule.ruleId, jsonOf(rule), rule.expiresAt],
    );
  }

  override async findRules(conversationId: string): Promise<readonly ApprovalRule[]> {
    const { rows } = await this.#repeat<{ rule: ApprovalRule }>(
      'read approval rules',
      `SELECT rule FROM {approval_rule} WHERE conversation_id = $1 AND ${isLive('$2')}`,
      [conversationId, Date.now()],
    );
    return rows.map(({ rule }) => rule);
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    const operation = 'delete the suspended turns of a conversation';
    await this.#store.repeatTransaction(operation, async (session) => {
      for (const table of ['pending_turn', 'approval_rule']) {
        await session.query(this.#store.sql(`DELETE FROM {${table}} WHERE conversation_id = $1`), [conversationId]);
      }
    });
  }

  #repeat<Row>(operation: string, text: string, values: readonly unknown[]) {
    return this.#store.repeat<Row>(operation, this.#store.sql(text), values);
  }

  #query<Row>(operation: string, text: string, values: readonly unknown[]) {
    return this.#store.query<Row>(operation, this.#store.sql(text), values);
  }
}

/** @param now the value that holds the time, in milliseconds since 1970 */
function isLive(now: string): string {
  return `(expires_at IS NULL OR expires_at > ${now}::float8)`;
}

/** SQL null for null: that is what "no lease" is. */
function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function turnFrom(row: TurnRow): PendingTurn {
  return {
    turnId: row.turn_id,
    conversationId: row.conversation_id,
    version: Number(row.version),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    calls: row.calls,
    lease: row.lease,
    snapshot: row.snapshot,
  };
}
