import type { Message } from '@toolwright/model';

/**
 * The index after the last user message, where the running turn starts; 0 without a user message (LI-13, LI-14). Only
 * the turn itself is read, however long the conversation is.
 */
export function turnStart(history: readonly Message[]): number {
  let index = history.length;
  while (index > 0 && history[index - 1]?.messageType !== 'user') index--;
  return index;
}
