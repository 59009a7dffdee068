import { ToolIndexEvictionStrategy } from './ToolIndexEvictionStrategy.js';

/** Evicts a session at each of its own turns, so that every turn indexes anew and starts with nothing disclosed. */
export class AlwaysEvictStrategy extends ToolIndexEvictionStrategy {
  static readonly INSTANCE = new AlwaysEvictStrategy();

  override onAccess(sessionId: string): ReadonlySet<string> {
    return new Set([sessionId]);
  }

  override onRemoved(_sessionId: string): void {
    // Nothing is tracked.
  }
}
