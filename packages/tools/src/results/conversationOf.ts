import type { ToolContextOptions } from '../context/ToolContext.js';

const idsOfTurns = new WeakMap<ReadonlyMap<string, unknown>, string>();

/** The id under which results are kept: that of the conversation, else one that nobody but the turn knows; null for neither. */
export function conversationOf({ conversationId, turn }: ToolContextOptions): string | null {
  if (conversationId !== undefined) return conversationId;
  if (!turn) return null;
  let id = idsOfTurns.get(turn);
  if (id === undefined) idsOfTurns.set(turn, (id = `turn-${crypto.randomUUID()}`));
  return id;
}
