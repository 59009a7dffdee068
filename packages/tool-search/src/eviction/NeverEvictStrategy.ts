import { NO_SESSIONS, ToolIndexEvictionStrategy } from './ToolIndexEvictionStrategy.js';

/** Keeps every session until it is evicted by hand: for a small, fixed number of sessions. */
export class NeverEvictStrategy extends ToolIndexEvictionStrategy {
  static readonly INSTANCE = new NeverEvictStrategy();

  override onAccess(_sessionId: string): ReadonlySet<string> {
    return NO_SESSIONS;
  }

  override onRemoved(_sessionId: string): void {
    // Nothing is tracked.
  }
}
