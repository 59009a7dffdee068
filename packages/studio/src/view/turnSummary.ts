import type { Usage } from '@toolwright/model';
import type { TokenUsage, TurnSummary } from '../protocol/index.js';
import type { RecordedTurn } from '../recording/RecordedTurn.js';
import { turnFailure } from './callDetails.js';
import type { ContentWriter } from './ContentWriter.js';

/** A turn as a line of a list. */
export function turnSummary(turn: RecordedTurn, content: ContentWriter): TurnSummary {
  const last = turn.rounds.at(-1);
  let calls = 0;
  let failedCalls = 0;
  for (const round of turn.rounds) {
    calls += round.calls.length;
    for (const { status } of round.calls) if (status === 'failed' || status === 'refused') failedCalls++;
  }
  const streamed = last?.streamed ? { text: last.streamed, length: last.streamed.length } : null;
  const isRunning = turn.runningSince !== null;
  const answer = isRunning ? streamed : turn.answer;
  return {
    id: turn.id,
    conversationId: turn.conversationId,
    parentTurnId: turn.parentTurnId,
    status: turn.status,
    mode: turn.streaming ? 'stream' : 'call',
    startedAt: turn.startedAt,
    duration: isRunning || (turn.toolsElsewhere !== null && turn.activeTime === 0) ? null : turn.activeTime,
    model: last?.model ?? '',
    question: content.preview(turn.question),
    answer: answer && content.preview(answer),
    rounds: turn.rounds.length,
    calls,
    failedCalls,
    pendingApprovals: turn.pending.length,
    usage: tokenUsage(turn.usage),
    failure: turnFailure(turn.failure, 'failure', content),
  };
}

/** A usage for the page. */
export function tokenUsage(usage: Usage | null): TokenUsage | null {
  if (!usage) return null;
  const { promptTokens, completionTokens, totalTokens, cacheReadInputTokens } = usage;
  return {
    promptTokens,
    completionTokens,
    totalTokens,
    ...(cacheReadInputTokens !== null && { cacheReadTokens: cacheReadInputTokens }),
  };
}
