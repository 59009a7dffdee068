import { Button } from '@mantine/core';
import { Empty } from '../app/Empty.js';
import { ApprovalPanel } from '../approvals/ApprovalPanel.js';
import { FinalAnswer } from './FinalAnswer.js';
import { LimitBars } from './LimitBars.js';
import { RoundCard } from './RoundCard.js';
import { TurnHeader } from './TurnHeader.js';
import { useTurn } from './useTurn.js';
import './timeline.css';

interface TurnViewProps {
  readonly id: string;
  readonly onBack: () => void;
  readonly onOpenConversation: (id: string | null) => void;
}

/** A turn as a timeline of its rounds, live while it runs. */
export function TurnView({ id, onBack, onOpenConversation }: TurnViewProps) {
  const { turn, error, reload } = useTurn(id);
  if (turn === undefined) {
    return error === undefined ? (
      <Empty title="Loading the turn…" role="status" />
    ) : (
      <Empty title="The turn cannot be shown" role="alert">
        <span>{error}</span>
        <span>The studio keeps the newest turns only.</span>
        <Button variant="default" size="compact-sm" onClick={reload}>
          Try again
        </Button>
      </Empty>
    );
  }
  const { rounds, limits, approvals, summary } = turn;
  return (
    <article className="turn" aria-label="Turn">
      <Button className="split-back" variant="subtle" size="compact-sm" onClick={onBack}>
        ← All turns
      </Button>
      <TurnHeader turn={turn} onOpenConversation={onOpenConversation} />
      {approvals.length > 0 && <ApprovalPanel turn={turn} />}
      {limits.length > 0 && <LimitBars limits={limits} />}
      <ol className="rounds" aria-label="Rounds">
        {rounds.map((round) => (
          <RoundCard key={round.index} turnId={id} round={round} running={summary.status === 'running'} />
        ))}
      </ol>
      <FinalAnswer turn={turn} />
    </article>
  );
}
