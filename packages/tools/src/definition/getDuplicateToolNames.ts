import { requireNonNull } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';

/**
 * The names that more than one of the tools has, each once, in the order of their second occurrence.
 *
 * @throws {IllegalArgumentException} `toolCallbacks cannot be null` (TD-19)
 */
export function getDuplicateToolNames(toolCallbacks: readonly ToolCallback[]): readonly string[] {
  const seen = new Set<string>();
  const duplicates = new Set<string>();
  for (const { definition } of requireNonNull(toolCallbacks, 'toolCallbacks cannot be null')) {
    if (seen.has(definition.name)) duplicates.add(definition.name);
    seen.add(definition.name);
  }
  return [...duplicates];
}
