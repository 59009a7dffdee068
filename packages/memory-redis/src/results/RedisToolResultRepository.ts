import { requireArgument, requireText } from '@toolwright/core';
import { DEFAULT_TOOL_RESULT_TTL, ToolResultRepository } from '@toolwright/tools';
import type { RedisConnection } from '../connection/RedisConnection.js';
import { RedisScript } from '../connection/RedisScript.js';

/** How a {@link RedisToolResultRepository} keeps results. */
export interface RedisToolResultOptions {
  /** Milliseconds for which a result is kept; default one hour. */
  readonly ttl?: number;
  /** Default `tool-result:`. */
  readonly keyPrefix?: string;
}

const HANDLE = /^[\w-]{1,64}$/;

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** KEYS: the text, the handles of the conversation by the times at which they expire. ARGV: handle, ttl, text. */
const SAVE = new RedisScript(
  'save a tool result',
  `${NOW}
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1`,
  true,
);
const FIND = new RedisScript('read a tool result', `return redis.call('GET', KEYS[1])`, true);
const COUNT = new RedisScript(
  'look for tool results',
  `${NOW}\nreturn redis.call('ZCOUNT', KEYS[1], now + 1, '+inf')`,
  true,
);
/** KEYS: the handles. ARGV: in front and behind of a handle in the key of its text. */
const DELETE = new RedisScript(
  'delete tool results',
  `
for _, handle in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', ARGV[1] .. handle .. ARGV[2]) end
return redis.call('DEL', KEYS[1])`,
  true,
);

/** Keeps long tool results in Redis, where all processes of an application find them; they expire there by themselves. */
export class RedisToolResultRepository extends ToolResultRepository {
  readonly #connection: RedisConnection;
  readonly #ttl: number;
  readonly #keyPrefix: string;

  /** @throws {IllegalArgumentException} `ttl must be greater than 0` */
  constructor(connection: RedisConnection, options: RedisToolResultOptions = {}) {
    super();
    this.#connection = connection;
    this.#ttl = options.ttl ?? DEFAULT_TOOL_RESULT_TTL;
    this.#keyPrefix = options.keyPrefix ?? 'tool-result:';
    requireArgument(this.#ttl > 0, 'ttl must be greater than 0');
  }

  override async save(conversationId: string, handle: string, text: string): Promise<void> {
    requireArgument(HANDLE.test(handle), `'${handle}' is no handle: letters, digits, - and _, at most 64 of them`);
    const keys = [this.#textKey(conversationId, handle), this.#handlesKey(conversationId)];
    await this.#connection.run(SAVE, keys, [handle, this.#ttl, text]);
  }

  override async find(conversationId: string, handle: string): Promise<string | null> {
    if (!HANDLE.test(handle)) return null;
    return (await this.#connection.run(FIND, [this.#textKey(conversationId, handle)])) as string | null;
  }

  override async hasResults(conversationId: string): Promise<boolean> {
    return Number(await this.#connection.run(COUNT, [this.#handlesKey(conversationId)])) > 0;
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    const [front, behind] = [`${this.#keyPrefix}text:`, `:${conversationId}`];
    await this.#connection.run(DELETE, [this.#handlesKey(conversationId)], [front, behind]);
  }

  /** A handle has no colon, so the border to the id is clear. */
  #textKey(conversationId: string, handle: string): string {
    return `${this.#keyPrefix}text:${handle}:${requireId(conversationId)}`;
  }

  #handlesKey(conversationId: string): string {
    return `${this.#keyPrefix}handles:${requireId(conversationId)}`;
  }
}

function requireId(conversationId: string): string {
  return requireText(conversationId, 'conversationId cannot be null or empty');
}
