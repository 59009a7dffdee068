import type { TurnDetails, TurnSummary } from '@toolwright/studio/protocol';
import { type ReactNode, useEffect, useRef } from 'react';
import { addressOf } from '../app/useRoute.js';
import { ContentText } from '../text/ContentText.js';
import { formatCount, formatDuration, formatTime } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { StatusBadge } from '../turns/StatusBadge.js';
import { UsageText } from './UsageText.js';

/** What was asked, where the turn stands, and its figures. */
export function TurnHeader({
  turn,
  onOpenConversation,
}: {
  turn: TurnDetails;
  onOpenConversation: (id: string | null) => void;
}) {
  const { summary, usage, childTurnIds } = turn;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever opens a turn by keyboard goes on reading here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="turn-header">
      <div className="turn-title">
        <h2 ref={heading} tabIndex={-1}>
          Turn at {formatTime(summary.startedAt)}
        </h2>
        <StatusBadge status={summary.status} />
        <span className="dimmed">{summary.mode === 'stream' ? 'streamed' : 'called'}</span>
        <code className="dimmed turn-id">{summary.id}</code>
      </div>
      <ContentText turnId={summary.id} content={summary.question} label="Question" prose />
      <dl className="facts">
        <Fact name="Model">{summary.model === '' ? '–' : <Untrusted text={summary.model} max={60} />}</Fact>
        <Fact name="Duration">{durationOf(summary)}</Fact>
        <Fact name="Rounds">{formatCount(summary.rounds)}</Fact>
        <Fact name="Calls">
          {formatCount(summary.calls)}
          {summary.failedCalls > 0 && <span className="failed"> ({formatCount(summary.failedCalls)} failed)</span>}
        </Fact>
        <Fact name="Tokens">
          <UsageText usage={usage ?? summary.usage} />
        </Fact>
        <Fact name="Conversation">
          {summary.conversationId === null ? (
            '–'
          ) : (
            <button className="link" type="button" onClick={() => onOpenConversation(summary.conversationId)}>
              <Untrusted text={summary.conversationId} max={40} mono />
            </button>
          )}
        </Fact>
      </dl>
      {(summary.parentTurnId !== null || childTurnIds.length > 0) && (
        <p className="turn-relatives">
          {summary.parentTurnId !== null && (
            <a href={addressOf('turns', summary.parentTurnId)}>Turn that started this one</a>
          )}
          {childTurnIds.map((id, index) => (
            <a key={id} href={addressOf('turns', id)}>
              Turn started by a tool ({index + 1})
            </a>
          ))}
        </p>
      )}
      {summary.failure !== null && (
        <div className="failure" role="group" aria-label="Failure">
          <strong>
            <Untrusted text={summary.failure.type} mono />
          </strong>
          <ContentText turnId={summary.id} content={summary.failure.message} label="Message of the failure" />
        </div>
      )}
    </header>
  );
}

function durationOf({ duration, status }: TurnSummary): string {
  if (duration !== null) return formatDuration(duration);
  return status === 'running' ? 'running' : '–';
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
