import { type ApprovalRule, type PendingTurn, type PendingTurnChange, PendingTurnRepository } from '@toolwright/chat';
import { IllegalStateException } from '@toolwright/core';
import type { RedisConnection } from '../connection/RedisConnection.js';
import {
  ADD_RULE,
  CREATE,
  DELETE,
  DELETE_BY_CONVERSATION,
  DROP_RULES,
  FIND,
  FIND_BY_CONVERSATION,
  FIND_LATEST,
  FIND_RULES,
  UPDATE,
} from './pendingTurnScripts.js';

/** How a {@link RedisPendingTurnRepository} keeps turns. */
export interface RedisPendingTurnOptions {
  /** Default `pending-turn:`. */
  readonly keyPrefix?: string;
}

/**
 * Keeps suspended turns in Redis, so that any process can resume them. Each change is one atomic step; of several
 * processes that change one version of a turn exactly one succeeds. Turns and rules expire in Redis by themselves.
 */
export class RedisPendingTurnRepository extends PendingTurnRepository {
  readonly #connection: RedisConnection;
  readonly #turns: string;
  readonly #conversations: string;
  readonly #rules: string;
  /** The ids of all turns, by time of creation. */
  readonly #all: string;

  constructor(connection: RedisConnection, options: RedisPendingTurnOptions = {}) {
    super();
    const keyPrefix = options.keyPrefix ?? 'pending-turn:';
    this.#connection = connection;
    this.#turns = `${keyPrefix}turn:`;
    this.#conversations = `${keyPrefix}conversation:`;
    this.#rules = `${keyPrefix}rules:`;
    this.#all = `${keyPrefix}all`;
  }

  override async create(turn: PendingTurn): Promise<void> {
    const { turnId, conversationId, createdAt, expiresAt } = turn;
    const key = this.#turns + turnId;
    const keys = [key, conversationId === null ? key : this.#conversations + conversationId, this.#all];
    const hasConversation = conversationId === null ? 0 : 1;
    const head = [turnId, expiresAt ?? '', createdAt, hasConversation, this.#turns];
    const created = await this.#connection.run(CREATE, keys, [...head, ...fieldsOf(turn)]);
    if (created !== 1) throw new IllegalStateException(`Turn '${turnId}' is stored already`);
  }

  override async find(turnId: string): Promise<PendingTurn | null> {
    return turnFrom((await this.#connection.run(FIND, [this.#turns + turnId])) as readonly string[]);
  }

  override async update(turnId: string, version: number, change: PendingTurnChange): Promise<boolean> {
    const expiry = change.expiresAt === undefined ? ['0', ''] : ['1', change.expiresAt ?? ''];
    const head = [version, ...expiry, this.#conversations];
    const keys = [this.#turns + turnId, this.#all];
    return (await this.#connection.run(UPDATE, keys, [...head, ...changedFields(change)])) === 1;
  }

  override async delete(turnId: string, version?: number): Promise<boolean> {
    const args = [turnId, version ?? '', this.#conversations];
    return (await this.#connection.run(DELETE, [this.#turns + turnId, this.#all], args)) === 1;
  }

  override async findByConversationId(conversationId: string): Promise<readonly PendingTurn[]> {
    const key = this.#conversations + conversationId;
    const found = (await this.#connection.run(FIND_BY_CONVERSATION, [key], [this.#turns])) as (readonly string[])[];
    return found.map(turnFrom).filter((turn) => turn !== null);
  }

  override async findLatest(limit: number): Promise<readonly PendingTurn[]> {
    const found = await this.#connection.run(FIND_LATEST, [this.#all], [this.#turns, limit]);
    return (found as (readonly string[])[]).map(turnFrom).filter((turn) => turn !== null);
  }

  override async addRule(conversationId: string, rule: ApprovalRule): Promise<void> {
    const args = [rule.ruleId, rule.expiresAt ?? '', JSON.stringify(rule)];
    await this.#connection.run(ADD_RULE, [this.#rules + conversationId], args);
  }

  override async findRules(conversationId: string): Promise<readonly ApprovalRule[]> {
    const keys = [this.#rules + conversationId];
    const found = (await this.#connection.run(FIND_RULES, keys)) as readonly string[];
    const now = Date.now();
    const rules: ApprovalRule[] = [];
    const expired: string[] = [];
    for (const json of found) {
      const rule = JSON.parse(json) as ApprovalRule;
      if (rule.expiresAt === null || rule.expiresAt > now) rules.push(rule);
      else expired.push(rule.ruleId, json);
    }
    if (expired.length > 0) await this.#connection.run(DROP_RULES, keys, expired);
    return rules;
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    const keys = [this.#conversations + conversationId, this.#rules + conversationId, this.#all];
    await this.#connection.run(DELETE_BY_CONVERSATION, keys, [this.#turns]);
  }
}

/** Names and values of a hash: the parts that change by themselves, the rest in one. */
function fieldsOf(turn: PendingTurn): readonly string[] {
  const { version, calls, lease, expiresAt, snapshot, ...rest } = turn;
  const conversation = turn.conversationId === null ? [] : ['conversation', turn.conversationId];
  return [
    ...['version', String(version), 'turn', JSON.stringify(rest), 'snapshot', snapshot, ...conversation],
    ...changedFields({ calls, lease, expiresAt }),
  ];
}

function changedFields({ calls, lease, expiresAt }: PendingTurnChange): readonly string[] {
  return [
    ...(calls === undefined ? [] : ['calls', JSON.stringify(calls)]),
    ...(lease === undefined ? [] : ['lease', JSON.stringify(lease)]),
    ...(expiresAt === undefined ? [] : ['expiresAt', JSON.stringify(expiresAt)]),
  ];
}

function turnFrom(reply: readonly string[]): PendingTurn | null {
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < reply.length; index += 2) fields.set(reply[index] ?? '', reply[index + 1] ?? '');
  if (fields.size === 0) return null;
  const part = (name: string): unknown => JSON.parse(fields.get(name) ?? 'null');
  return {
    ...(part('turn') as Pick<PendingTurn, 'turnId' | 'conversationId' | 'createdAt'>),
    version: Number(fields.get('version')),
    expiresAt: part('expiresAt') as number | null,
    calls: part('calls') as PendingTurn['calls'],
    lease: part('lease') as PendingTurn['lease'],
    snapshot: fields.get('snapshot') ?? '',
  };
}
