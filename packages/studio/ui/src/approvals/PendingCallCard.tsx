import type { Decision, PendingCall } from '@toolwright/studio/protocol';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ContentText } from '../text/ContentText.js';
import { withoutInvisible } from '../text/markInvisible.js';
import { Untrusted } from '../text/Untrusted.js';
import { ArgumentsForm } from '../tools/ArgumentsForm.js';
import type { Arguments } from '../tools/SchemaForm.js';
import { DenyForm } from './DenyForm.js';
import { type Remember, RememberSelect } from './RememberSelect.js';

interface PendingCallCardProps {
  readonly turnId: string;
  readonly call: PendingCall;
  /** The tool's input schema, if the tool is known. */
  readonly schema: unknown;
  readonly sending: boolean;
  /** Whether the call can be decided about here. */
  readonly decidable: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** A call that waits: what it would do, and the ways to decide about it. */
export function PendingCallCard({ turnId, call, schema, sending, decidable, onDecide }: PendingCallCardProps) {
  const [step, setStep] = useState<'choose' | 'deny' | 'edit'>('choose');
  const [remember, setRemember] = useState<Remember>();
  const { name, arguments: args, hash, unknownOutcome } = call;
  const values = readArguments(args.text, args.length);
  const lasting = { hash, ...(remember === undefined ? {} : { remember }) };
  const again = unknownOutcome ? { rerun: true } : {};
  const cancel = (
    <Button size="xs" variant="subtle" onClick={() => setStep('choose')}>
      Cancel
    </Button>
  );
  return (
    <li className="pending" aria-label={`Decision about ${withoutInvisible(name)}`}>
      <div className="call-head">
        <span className="call-name">
          <Untrusted text={name} max={120} mono />
        </span>
      </div>
      {unknownOutcome && (
        <p className="failed">
          A process that ended had begun this call: it may already have had its effect, and would have it twice if it
          runs again.
        </p>
      )}
      {step !== 'edit' && <ContentText turnId={turnId} content={args} label={`Arguments of ${name}`} />}
      {decidable && step === 'choose' && (
        <div className="pending-buttons">
          <Button
            size="xs"
            {...(unknownOutcome && { color: 'red' })}
            loading={sending}
            onClick={() => onDecide({ type: 'approve', ...lasting, ...again })}
          >
            {unknownOutcome ? 'Run it again' : 'Approve'}
          </Button>
          <Button size="xs" variant="default" disabled={sending} onClick={() => setStep('deny')}>
            Deny…
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={sending || values === undefined}
            onClick={() => setStep('edit')}
          >
            Edit…
          </Button>
          {values === undefined && args.text === null && (
            <span className="dimmed pending-hint">Switch content on to see and edit the arguments.</span>
          )}
          <RememberSelect value={remember} onChange={setRemember} />
        </div>
      )}
      {step === 'deny' && (
        <DenyForm
          sending={sending}
          onDeny={(reason) => onDecide({ type: 'deny', ...lasting, ...(reason === '' ? {} : { reason }) })}
        >
          {cancel}
          <RememberSelect value={remember} onChange={setRemember} />
        </DenyForm>
      )}
      {step === 'edit' && values !== undefined && (
        <ArgumentsForm
          schema={schema}
          initial={values}
          submitLabel="Run with these arguments"
          busy={sending}
          onSubmit={(edited) => onDecide({ type: 'edit', arguments: edited, hash, ...again })}
        >
          {cancel}
        </ArgumentsForm>
      )}
    </li>
  );
}

/** The arguments as an object; undefined while they are hidden or cut, or if they are none. */
function readArguments(text: string | null, length: number): Arguments | undefined {
  if (text === null || text.length < length) return undefined;
  try {
    const values: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Arguments) : undefined;
  } catch {
    return undefined;
  }
}
