import type { ApprovalRequest, Decision, ToolList, TurnAccepted, TurnDetails } from '@toolwright/studio/protocol';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf, postJson } from '../connection/studioApi.js';
import { useStudio } from '../connection/StudioContext.js';
import { useResource } from '../connection/useResource.js';
import { formatNumberOf } from '../text/format.js';
import { PendingCallCard } from './PendingCallCard.js';
import './approvals.css';

/** The calls of a turn that wait for a decision. A decision is sent as soon as it is made; the rest goes on waiting. */
export function ApprovalPanel({ turn }: { turn: TurnDetails }) {
  const { approvals, approvalRefusal, suspendedElsewhere } = turn;
  const turnId = turn.summary.id;
  const { status } = useStudio();
  const tools = useResource<ToolList>(status.capabilities.tools ? 'api/tools' : null).data?.tools ?? [];
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const decide = (decisions: ApprovalRequest['decisions']) => {
    setSending(true);
    setError(undefined);
    postJson<TurnAccepted>(`api/turns/${encodeURIComponent(turnId)}/approvals`, { decisions } satisfies ApprovalRequest)
      .catch((cause: unknown) => setError(messageOf(cause)))
      .finally(() => setSending(false));
  };
  // A call that may have had its effect is decided about by itself.
  const plain = approvals.filter(({ unknownOutcome }) => !unknownOutcome);
  const approveAll = () =>
    decide(
      Object.fromEntries(plain.map(({ callId, hash }): [string, Decision] => [callId, { type: 'approve', hash }])),
    );
  return (
    <section className="approvals" aria-label="Approvals">
      <div className="approvals-head">
        <h3>
          {formatNumberOf(approvals.length, 'call')} {approvals.length === 1 ? 'waits' : 'wait'} for{' '}
          {approvalRefusal === null ? 'your' : 'a'} decision
        </h3>
        {plain.length > 1 && approvalRefusal === null && (
          <Button size="compact-sm" variant="default" loading={sending} onClick={approveAll}>
            Approve all
          </Button>
        )}
      </div>
      {approvalRefusal !== null ? (
        <p>{approvalRefusal}</p>
      ) : (
        suspendedElsewhere && (
          <p className="dimmed">
            Another process has suspended this turn; what is stored of it is shown. It goes on in this one, through the
            application’s ChatClient: without advisors that were given to its request only, and without values of the
            tool context that are not stored.
          </p>
        )
      )}
      {error !== undefined && (
        <p className="failed" role="alert">
          {error}
        </p>
      )}
      <ul>
        {approvals.map((call) => (
          <PendingCallCard
            key={call.callId}
            turnId={turnId}
            call={call}
            schema={tools.find(({ name }) => name === call.name)?.inputSchema}
            sending={sending}
            decidable={approvalRefusal === null}
            onDecide={(decision) => decide({ [call.callId]: decision })}
          />
        ))}
      </ul>
    </section>
  );
}
