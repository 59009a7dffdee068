import type { TurnSummary } from '@toolwright/studio/protocol';

/** Whether every word of a filter is found in what the list knows of a turn: texts, ids, model, status, error. */
export function matchesFilter(turn: TurnSummary, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = [
    turn.question.text,
    turn.answer?.text,
    turn.id,
    turn.conversationId,
    turn.model,
    turn.status,
    turn.failure?.type,
    turn.failure?.message.text,
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
