import { requireArgument } from '@toolwright/core';
import { ToolResultRepository } from './ToolResultRepository.js';

interface StoredResult {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** How an {@link InMemoryToolResultRepository} is bounded. */
export interface InMemoryToolResultOptions {
  /** Milliseconds for which a result is kept; default one hour. */
  readonly ttl?: number;
  /** UTF-16 units of all results together, default 64 million; the oldest results make room for newer ones. */
  readonly maxTotalChars?: number;
}

/** One hour: the time for which results are kept unless configured otherwise. */
export const DEFAULT_TOOL_RESULT_TTL = 3_600_000;
const DEFAULT_MAX_TOTAL_CHARS = 64_000_000;

/**
 * Keeps results in this process, for single-process applications and tests. The memory it takes is bounded: what is
 * expired goes first, then what is oldest, whatever its conversation. A result larger than the bound is not kept.
 */
export class InMemoryToolResultRepository extends ToolResultRepository {
  readonly #ttl: number;
  readonly #maxTotalChars: number;
  /** By conversation and handle. */
  readonly #conversations = new Map<string, Map<string, StoredResult>>();
  /** Every result in the order in which it was saved, which is also that of expiry: all live equally long. */
  readonly #byAge = new Map<StoredResult, readonly [conversationId: string, handle: string]>();
  #totalChars = 0;

  /** @throws {IllegalArgumentException} `ttl must be greater than 0`, `maxTotalChars must be greater than 0` */
  constructor(options: InMemoryToolResultOptions = {}) {
    super();
    this.#ttl = options.ttl ?? DEFAULT_TOOL_RESULT_TTL;
    this.#maxTotalChars = options.maxTotalChars ?? DEFAULT_MAX_TOTAL_CHARS;
    requireArgument(this.#ttl > 0, 'ttl must be greater than 0');
    requireArgument(this.#maxTotalChars > 0, 'maxTotalChars must be greater than 0');
  }

  override async save(conversationId: string, handle: string, text: string): Promise<void> {
    this.#remove(conversationId, handle);
    if (text.length > this.#maxTotalChars) return;
    const stored = { text, expiresAt: Date.now() + this.#ttl };
    let results = this.#conversations.get(conversationId);
    if (!results) this.#conversations.set(conversationId, (results = new Map<string, StoredResult>()));
    results.set(handle, stored);
    this.#byAge.set(stored, [conversationId, handle]);
    this.#totalChars += text.length;
    this.#makeRoom();
  }

  override async find(conversationId: string, handle: string): Promise<string | null> {
    this.#makeRoom();
    return this.#conversations.get(conversationId)?.get(handle)?.text ?? null;
  }

  override async hasResults(conversationId: string): Promise<boolean> {
    this.#makeRoom();
    return this.#conversations.has(conversationId);
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    for (const handle of this.#conversations.get(conversationId)?.keys() ?? []) this.#remove(conversationId, handle);
  }

  /** Drops what is expired or too much; what is dropped stands at the front, so the work is that of dropping. */
  #makeRoom(): void {
    const now = Date.now();
    for (const [{ expiresAt }, [conversationId, handle]] of this.#byAge) {
      if (expiresAt > now && this.#totalChars <= this.#maxTotalChars) return;
      this.#remove(conversationId, handle);
    }
  }

  #remove(conversationId: string, handle: string): void {
    const results = this.#conversations.get(conversationId);
    const stored = results?.get(handle);
    if (!results || !stored) return;
    results.delete(handle);
    if (results.size === 0) this.#conversations.delete(conversationId);
    this.#byAge.delete(stored);
    this.#totalChars -= stored.text.length;
  }
}
