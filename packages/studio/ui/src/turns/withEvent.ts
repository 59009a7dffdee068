import type { StudioEvent, TextContent, TurnSummary } from '@toolwright/studio/protocol';

/** Characters of a streamed answer that a line of the list keeps. */
const PREVIEW = 200;

/** A summary after an event of its turn. */
export function withEvent(turn: TurnSummary, event: StudioEvent): TurnSummary {
  switch (event.type) {
    case 'turn-started':
    case 'turn-ended':
      return event.turn;
    case 'round-started':
      return { ...turn, rounds: Math.max(turn.rounds, event.round + 1), answer: null };
    case 'text-delta':
      return { ...turn, answer: extended(turn.answer, event.text, event.length) };
    case 'call-started':
      return { ...turn, calls: turn.calls + 1 };
    case 'approval-pending':
      return { ...turn, status: 'waiting', pendingApprovals: event.approvals.length };
    default:
      return turn;
  }
}

function extended(content: TextContent | null, more: string | null, length: number): TextContent {
  const before = content ?? { text: '', length: 0 };
  const text = before.text === null || more === null ? null : `${before.text}${more}`.slice(0, PREVIEW);
  return { text, length: before.length + length };
}
