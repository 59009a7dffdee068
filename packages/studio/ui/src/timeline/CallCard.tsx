import type { CallDetails, CallStatus } from '@toolwright/studio/protocol';
import { Badge, type BadgeTone } from '../app/Badge.js';
import { addressOf } from '../app/useRoute.js';
import { ContentText } from '../text/ContentText.js';
import { formatDuration } from '../text/format.js';
import { withoutInvisible } from '../text/markInvisible.js';
import { Untrusted } from '../text/Untrusted.js';
import { CallBar, type TimeSpan } from './CallBar.js';
import './call.css';

const LOOK: Readonly<Record<CallStatus, readonly [BadgeTone, string]>> = {
  running: ['info', 'Running'],
  succeeded: ['ok', 'Succeeded'],
  failed: ['bad', 'Failed'],
  refused: ['warn', 'Not run'],
};

interface CallCardProps {
  readonly turnId: string;
  readonly call: CallDetails;
  /** When the calls of the round ran, for the place of this one among them; undefined if there is no other. */
  readonly span: TimeSpan | undefined;
}

/** One call of a tool: its arguments, how long it took, and its result or error. */
export function CallCard({ turnId, call, span }: CallCardProps) {
  const { name, status, duration, arguments: args, result, failure } = call;
  const [tone, text] = LOOK[status] ?? ['quiet', status];
  return (
    <li className={`call ${tone}`} aria-label={`Call of ${withoutInvisible(name)}`}>
      <div className="call-head">
        <a className="call-name" href={addressOf('tools', name)}>
          <Untrusted text={name} max={120} mono />
        </a>
        <Badge tone={tone} live={status === 'running'}>
          {text}
        </Badge>
        {failure !== null && <Untrusted text={failure.type} max={80} mono />}
        <span className="num dimmed push">
          {duration === null || status === 'refused' ? '' : formatDuration(duration)}
        </span>
      </div>
      {span !== undefined && status !== 'refused' && <CallBar call={call} span={span} />}
      <div className="call-parts">
        <div>
          <h4>Arguments</h4>
          <ContentText turnId={turnId} content={args} label={`Arguments of ${name}`} />
        </div>
        {result !== null && (
          <div>
            <h4>{failure === null ? 'Result' : 'What the model was told'}</h4>
            <ContentText turnId={turnId} content={result} label={`Result of ${name}`} />
          </div>
        )}
        {failure !== null && failure.message.length > 0 && failure.message.text !== result?.text && (
          <div>
            <h4>Error</h4>
            <ContentText turnId={turnId} content={failure.message} label={`Error of ${name}`} />
          </div>
        )}
      </div>
    </li>
  );
}
