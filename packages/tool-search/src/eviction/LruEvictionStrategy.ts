import { requireArgument } from '@toolwright/core';
import { NO_SESSIONS, ToolIndexEvictionStrategy } from './ToolIndexEvictionStrategy.js';

/** Keeps a number of sessions and evicts the one that was not used for the longest time. */
export class LruEvictionStrategy extends ToolIndexEvictionStrategy {
  /** How many sessions are kept. */
  readonly maxSessions: number;
  // A set hands out its elements in the order of insertion: the first is the least recently used.
  readonly #sessions = new Set<string>();

  /** @throws {IllegalArgumentException} `maxSessions must be positive` */
  constructor(maxSessions: number) {
    super();
    requireArgument(maxSessions > 0, 'maxSessions must be positive');
    this.maxSessions = maxSessions;
  }

  override onAccess(sessionId: string): ReadonlySet<string> {
    const sessions = this.#sessions;
    sessions.delete(sessionId);
    sessions.add(sessionId);
    if (sessions.size <= this.maxSessions) return NO_SESSIONS;
    const evicted = new Set<string>();
    for (const candidate of sessions) {
      if (sessions.size <= this.maxSessions || candidate === sessionId) break;
      sessions.delete(candidate);
      evicted.add(candidate);
    }
    return evicted;
  }

  override onRemoved(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }
}
