import { requireArgument } from '@toolwright/core';
import type { TokenBucket } from 'limiter';

/** How much one client may send over HTTP. */
export interface McpRateLimit {
  /** Messages per period, on average; at least 1. */
  readonly requests: number;
  /** Milliseconds; default 1000. */
  readonly period?: number | undefined;
  /** How many may come at once after a pause; default `requests`. */
  readonly burst?: number | undefined;
  /** How many clients are remembered; the one that was quiet for longest is forgotten. Default 10 000. */
  readonly maxClients?: number | undefined;
}

/** Counts what every client sends: a bucket of tokens per client, which fills again at a steady rate. */
export class ClientRateLimiter {
  readonly #newBucket: () => TokenBucket;
  readonly #burst: number;
  readonly #maxClients: number;
  /** The client that was quiet for longest comes first. */
  readonly #buckets = new Map<string, TokenBucket>();

  private constructor(newBucket: () => TokenBucket, burst: number, maxClients: number) {
    this.#newBucket = newBucket;
    this.#burst = burst;
    this.#maxClients = maxClients;
  }

  /** @throws {IllegalArgumentException} if a number is below 1 */
  static async create(limit: McpRateLimit): Promise<ClientRateLimiter> {
    const { requests, period = 1000, burst = requests, maxClients = 10_000 } = limit;
    for (const [name, value] of Object.entries({ requests, period, burst, maxClients })) {
      requireArgument(value >= 1, `The ${name} of a rate limit must be at least 1, but is ${value}`);
    }
    const { TokenBucket } = await import('limiter');
    const newBucket = (): TokenBucket => {
      const bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: requests, interval: period });
      bucket.content = burst;
      return bucket;
    };
    return new ClientRateLimiter(newBucket, burst, maxClients);
  }

  /** How many clients are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Milliseconds until the client may send again; 0 for at once. */
  waitingTime(client: string): number {
    return this.#buckets.get(client)?.getWaitTime(1) ?? 0;
  }

  /**
   * Takes what a client sends into account, all of it or nothing.
   *
   * @param count how many messages; more than may come at once count as so many
   * @returns 0, or the milliseconds until there is room for them
   */
  take(client: string, count = 1): number {
    const bucket = this.#bucket(client);
    const tokens = Math.min(count, this.#burst);
    return bucket.tryRemoveTokens(tokens) ? 0 : Math.max(1, bucket.getWaitTime(tokens));
  }

  #bucket(client: string): TokenBucket {
    const bucket = this.#buckets.get(client) ?? this.#newBucket();
    this.#buckets.delete(client);
    this.#buckets.set(client, bucket);
    const [quietest] = this.#buckets.keys();
    if (this.#buckets.size > this.#maxClients && quietest !== undefined) this.#buckets.delete(quietest);
    return bucket;
  }
}
