import { requireArgument } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import type { ToolCallTrace } from '../execution/retryToolCall.js';
import { positiveDuration } from '../metadata/positiveDuration.js';
import { cacheKey } from './cacheKey.js';
import type { ToolCache } from './toolCache.js';

/** How the results of tools that are declared with `cache` are kept. */
export interface ToolResultCacheOptions {
  /** For tools that do not say it themselves: milliseconds, or text such as `30s`; default one minute. */
  readonly ttl?: number | string;
  /** Results that are kept, default 1000; the least recently used ones make room. */
  readonly maxEntries?: number;
  /** UTF-16 units of all results together, default 16 million; a longer result is not kept. */
  readonly maxChars?: number;
}

/** The call that asks for a result, and the way to get it. */
interface CachedCall {
  readonly callback: ToolCallback;
  readonly arguments: string;
  readonly context: ToolContext;
  readonly cache: ToolCache;
  readonly signal: AbortSignal | undefined;
  readonly trace: ToolCallTrace;
}

interface KeptResult {
  readonly text: string;
  /** Milliseconds of the process's clock. */
  readonly expiresAt: number;
}

interface SharedRun {
  readonly result: Promise<string>;
  readonly signal: AbortSignal | undefined;
}

/** The results of idempotent tools, for equal calls of any turn. Errors are never kept (RT-06 to RT-08). */
export class ToolResultCache {
  readonly #ttl: number;
  readonly #maxEntries: number;
  readonly #maxChars: number;
  /** Least recently used first. */
  readonly #kept = new Map<string, KeptResult>();
  readonly #running = new Map<string, SharedRun>();
  #chars = 0;

  /** @throws {IllegalArgumentException} `maxEntries must be greater than 0`, `maxChars must be greater than 0` */
  constructor({ ttl = 60_000, maxEntries = 1000, maxChars = 16_000_000 }: ToolResultCacheOptions = {}) {
    requireArgument(maxEntries > 0, 'maxEntries must be greater than 0');
    requireArgument(maxChars > 0, 'maxChars must be greater than 0');
    this.#ttl = positiveDuration('ttl', ttl);
    this.#maxEntries = maxEntries;
    this.#maxChars = maxChars;
  }

  /**
   * The result of an equal call, or that of `run`. Equal calls at the same time share one run and its failure; a run that
   * ends because its own turn was aborted is nobody else's failure, and is started anew.
   */
  async resultOf(call: CachedCall, run: () => Promise<string>): Promise<string> {
    const { trace, signal, cache } = call;
    const key = cacheKey(call.callback, call.arguments, call.context, cache.by);
    for (;;) {
      const known = this.#find(key) ?? (await this.#share(key, signal));
      if (known !== undefined) {
        trace.cached = true;
        trace.attempts = 0;
        return known;
      }
      if (this.#running.has(key)) continue;
      return await this.#run(key, cache.ttl ?? this.#ttl, signal, run);
    }
  }

  /** The result of the equal call that runs now; undefined if there is none, or if it was given up. */
  async #share(key: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const shared = this.#running.get(key);
    if (!shared) return undefined;
    try {
      return await shared.result;
    } catch (error) {
      if (shared.signal?.aborted && !signal?.aborted) return undefined;
      throw error;
    }
  }

  async #run(key: string, ttl: number, signal: AbortSignal | undefined, run: () => Promise<string>): Promise<string> {
    const shared: SharedRun = { result: run(), signal };
    this.#running.set(key, shared);
    try {
      const text = await shared.result;
      this.#keep(key, text, ttl);
      return text;
    } finally {
      this.#running.delete(key);
    }
  }

  #find(key: string): string | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#forget(key, kept);
    if (kept.expiresAt <= performance.now()) return undefined;
    this.#kept.set(key, kept);
    this.#chars += kept.text.length;
    return kept.text;
  }

  #keep(key: string, result: string | null | undefined, ttl: number): void {
    const text = result ?? '';
    if (text.length > this.#maxChars) return;
    const earlier = this.#kept.get(key);
    if (earlier) this.#forget(key, earlier);
    this.#kept.set(key, { text, expiresAt: performance.now() + ttl });
    this.#chars += text.length;
    for (const [oldest, kept] of this.#kept) {
      if (this.#kept.size <= this.#maxEntries && this.#chars <= this.#maxChars) return;
      this.#forget(oldest, kept);
    }
  }

  #forget(key: string, { text }: KeptResult): void {
    this.#kept.delete(key);
    this.#chars -= text.length;
  }
}
