import type { RoundDetails } from '@toolwright/studio/protocol';
import { ContentText } from '../text/ContentText.js';
import { formatDuration } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { spanOf } from './CallBar.js';
import { CallCard } from './CallCard.js';
import { RoundAnswerText } from './RoundAnswerText.js';
import { SentDetails } from './SentDetails.js';
import { UsageText } from './UsageText.js';

/** One request of the model: what was sent, what it answered, and the calls that it asked for. */
export function RoundCard({ turnId, round, running }: { turnId: string; round: RoundDetails; running: boolean }) {
  const { index, duration, model, answer, failure, calls } = round;
  const span = spanOf(calls);
  return (
    <li className="round">
      <div className="round-number" aria-hidden="true">
        {index + 1}
      </div>
      <div className="round-body">
        <div className="round-head">
          <h3>Round {index + 1}</h3>
          {model !== '' && <Untrusted text={model} max={60} />}
          {answer?.usage != null && <UsageText usage={answer.usage} />}
          {answer?.finishReason != null && <Untrusted text={answer.finishReason} max={40} mono />}
          <span className="num push">
            {duration === null ? (running && answer === null ? 'waiting for the model' : '') : formatDuration(duration)}
          </span>
        </div>
        <SentDetails turnId={turnId} round={round} />
        {answer !== null && <RoundAnswerText turnId={turnId} answer={answer} running={running} />}
        {failure !== null && (
          <div className="failure" role="group" aria-label="Failure of the round">
            <strong>
              <Untrusted text={failure.type} mono />
            </strong>
            <ContentText turnId={turnId} content={failure.message} label="Message of the failure" />
          </div>
        )}
        {calls.length > 0 && (
          <ul className="calls" aria-label={`Calls of round ${index + 1}`}>
            {calls.map((call) => (
              <CallCard key={call.key} turnId={turnId} call={call} span={span} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
