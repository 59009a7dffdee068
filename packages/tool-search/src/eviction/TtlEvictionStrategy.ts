import { IllegalArgumentException, parseDuration, requireArgument, requireNonNull } from '@toolwright/core';
import { NO_SESSIONS, ToolIndexEvictionStrategy } from './ToolIndexEvictionStrategy.js';

/** Settings of a {@link TtlEvictionStrategy}. */
export interface TtlEvictionStrategyOptions {
  /** The present time in milliseconds, from any starting point; default: the process's monotonic clock. */
  readonly clock?: () => number;
}

/**
 * Evicts sessions that were idle for a time. It has no timer: an expired session stays until the next turn of any
 * session.
 */
export class TtlEvictionStrategy extends ToolIndexEvictionStrategy {
  /** After how many idle milliseconds a session is evicted. */
  readonly ttl: number;
  readonly #clock: () => number;
  // Time of the last access by session, least recent first.
  readonly #accesses = new Map<string, number>();

  /**
   * @param ttl milliseconds, or a text such as `500ms`, `30s`, `30m`, `2h`, `1d`
   * @throws {IllegalArgumentException} `ttl must not be null`, `ttl must be positive`, or saying that the text is no duration
   */
  constructor(ttl: string | number, options: TtlEvictionStrategyOptions = {}) {
    super();
    this.ttl = toMilliseconds(requireNonNull(ttl, 'ttl must not be null'));
    requireArgument(this.ttl > 0, 'ttl must be positive');
    this.#clock = options.clock ?? (() => performance.now());
  }

  override onAccess(sessionId: string): ReadonlySet<string> {
    const now = this.#clock();
    this.#accesses.delete(sessionId);
    let evicted: Set<string> | undefined;
    for (const [candidate, accessed] of this.#accesses) {
      if (now - accessed < this.ttl) break;
      this.#accesses.delete(candidate);
      evicted ??= new Set();
      evicted.add(candidate);
    }
    this.#accesses.set(sessionId, now);
    return evicted ?? NO_SESSIONS;
  }

  override onRemoved(sessionId: string): void {
    this.#accesses.delete(sessionId);
  }
}

function toMilliseconds(ttl: string | number): number {
  if (typeof ttl === 'number') return ttl;
  try {
    return parseDuration(ttl);
  } catch (cause) {
    const message = `ttl is no duration: '${ttl}'. Write for example 500ms, 30s, 30m, 2h or 1d.`;
    throw new IllegalArgumentException(message, { cause });
  }
}
