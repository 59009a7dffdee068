import type { TurnSummary } from '@toolwright/studio/protocol';
import { formatCount, formatDuration, formatNumberOf, formatTime } from '../text/format.js';
import { Preview } from '../text/Preview.js';
import { StatusBadge } from './StatusBadge.js';

/** A line of the list of turns. */
export function TurnRow({ turn }: { turn: TurnSummary }) {
  return (
    <>
      <div className="row-title">
        <Preview content={turn.question} />
      </div>
      <div className="row-facts">
        <StatusBadge status={turn.status} />
        <span>{formatNumberOf(turn.rounds, 'round')}</span>
        {turn.usage !== null && <span>{formatCount(turn.usage.totalTokens)} tok</span>}
        {turn.duration !== null && <span>{formatDuration(turn.duration)}</span>}
        <span className="push">{formatTime(turn.startedAt)}</span>
      </div>
    </>
  );
}
