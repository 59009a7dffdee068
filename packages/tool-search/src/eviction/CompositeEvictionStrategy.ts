import { requireArgument, requireNonNullElements } from '@toolwright/core';
import { ToolIndexEvictionStrategy } from './ToolIndexEvictionStrategy.js';

/** Evicts whatever one of several strategies evicts. */
export class CompositeEvictionStrategy extends ToolIndexEvictionStrategy {
  /** The strategies, in the order in which they are asked. */
  readonly strategies: readonly ToolIndexEvictionStrategy[];

  /** @throws {IllegalArgumentException} `at least one strategy is required`, `strategies cannot contain null elements` */
  constructor(...strategies: readonly ToolIndexEvictionStrategy[]) {
    super();
    requireArgument(strategies.length > 0, 'at least one strategy is required');
    requireNonNullElements(strategies, 'strategies cannot be null', 'strategies cannot contain null elements');
    this.strategies = Object.freeze([...strategies]);
  }

  override onAccess(sessionId: string): ReadonlySet<string> {
    const evicted = new Set<string>();
    for (const strategy of this.strategies) for (const id of strategy.onAccess(sessionId)) evicted.add(id);
    return evicted;
  }

  override onRemoved(sessionId: string): void {
    for (const strategy of this.strategies) strategy.onRemoved(sessionId);
  }
}
