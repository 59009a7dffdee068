import type {
  CallDetails,
  LimitUse,
  RoundAnswer,
  RoundDetails,
  StudioEvent,
  TextContent,
  TurnDetails,
} from '@toolwright/studio/protocol';
import { withEvent } from '../turns/withEvent.js';

/** A turn after an event of its own. What events do not tell, such as the messages of a round, is loaded afterwards. */
export function applyEvent(turn: TurnDetails, event: StudioEvent): TurnDetails {
  const summary = withEvent(turn.summary, event);
  switch (event.type) {
    case 'round-started':
      return inRound({ ...turn, summary }, event.round, (round) => round);
    case 'text-delta':
      return inRound({ ...turn, summary }, event.round, (round) => ({
        ...round,
        answer: withText(round.answer, event.text, event.length),
      }));
    case 'round-answered':
      return inRound({ ...turn, summary }, event.round, (round) => ({
        ...round,
        duration: round.duration ?? Date.now() - round.startedAt,
        answer: { ...(round.answer ?? NO_ANSWER), ...event, complete: true },
      }));
    case 'call-started':
    case 'call-ended':
      return inRound({ ...turn, summary }, event.round, (round) => ({
        ...round,
        calls: withCall(round.calls, event.call),
      }));
    case 'limit-breached':
      return {
        ...turn,
        limits: turn.limits.map((limit) => (isSame(limit, event) ? { ...limit, breached: true } : limit)),
      };
    case 'approval-pending':
      return { ...turn, summary, approvals: event.approvals };
    case 'turn-started':
      return { ...turn, summary, approvals: [] };
    default:
      return { ...turn, summary };
  }
}

const NO_ANSWER: RoundAnswer = { text: null, toolCalls: [], finishReason: null, usage: null, complete: false };

function inRound(turn: TurnDetails, index: number, change: (round: RoundDetails) => RoundDetails): TurnDetails {
  const rounds = [...turn.rounds];
  while (rounds.length <= index) rounds.push(emptyRound(rounds.length, turn));
  const round = rounds[index];
  if (round !== undefined) rounds[index] = change(round);
  return { ...turn, rounds };
}

/** A round of which no more is known than that it has begun. */
function emptyRound(index: number, { summary }: TurnDetails): RoundDetails {
  return {
    index,
    startedAt: Date.now(),
    duration: null,
    provider: '',
    model: summary.model,
    streaming: summary.mode === 'stream',
    messages: [],
    messageCount: 0,
    messageTokens: null,
    droppedMessages: 0,
    tools: [],
    toolTokens: null,
    withheldTools: [],
    withheldTokens: null,
    answer: null,
    failure: null,
    calls: [],
  };
}

function withText(answer: RoundAnswer | null, text: string | null, length: number): RoundAnswer {
  const before: TextContent = answer?.text ?? { text: '', length: 0 };
  // A cut text ends where it was cut: its rest is fetched when asked for.
  const whole = before.text !== null && before.text.length === before.length;
  const content =
    text === null || !whole
      ? { ...before, text: text === null ? null : before.text, length: before.length + length }
      : { ...before, text: `${before.text ?? ''}${text}`, length: before.length + length };
  return { ...(answer ?? NO_ANSWER), text: content };
}

function withCall(calls: readonly CallDetails[], call: CallDetails): readonly CallDetails[] {
  return calls.some(({ key }) => key === call.key)
    ? calls.map((known) => (known.key === call.key ? call : known))
    : [...calls, call];
}

function isSame(limit: LimitUse, { kind, toolName }: { kind: LimitUse['kind']; toolName: string | null }): boolean {
  return limit.kind === kind && limit.toolName === toolName;
}
