/**
 * Decides which sessions lose their tool index. Strategies are asked at the start of each turn, keep no timers, and
 * serve one advisor.
 */
export abstract class ToolIndexEvictionStrategy {
  /**
   * Notes that a session begins a turn.
   *
   * @returns the sessions to evict now, never `sessionId` itself ({@link AlwaysEvictStrategy} is the exception)
   */
  abstract onAccess(sessionId: string): ReadonlySet<string>;

  /** Forgets a session, because its index is gone. */
  abstract onRemoved(sessionId: string): void;
}

/** @internal */
export const NO_SESSIONS: ReadonlySet<string> = new Set();
