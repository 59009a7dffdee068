import type { SentMessage } from '@toolwright/studio/protocol';
import { ContentText } from '../text/ContentText.js';
import { formatCount, formatNumberOf } from '../text/format.js';
import { Preview } from '../text/Preview.js';
import { Untrusted } from '../text/Untrusted.js';

/** A message as it was sent: a line that opens to the whole. */
export function SentMessageRow({ turnId, message }: { turnId: string; message: SentMessage }) {
  const { role, text, toolCalls, toolResponses, mediaCount, tokens } = message;
  return (
    <li>
      <details className="message">
        <summary>
          <span className={`role role-${role}`}>{role}</span>
          <span className="message-preview">
            {text !== null && text.length > 0 && <Preview content={text} />}
            {toolCalls.map(({ name }, index) => (
              <span key={index} className="message-tool">
                calls <Untrusted text={name} max={60} mono />
              </span>
            ))}
            {toolResponses.map(({ name }, index) => (
              <span key={index} className="message-tool">
                result of <Untrusted text={name} max={60} mono />
              </span>
            ))}
            {mediaCount > 0 && <span className="dimmed">{formatNumberOf(mediaCount, 'attachment')}</span>}
          </span>
          <span className="num dimmed">{tokens === null ? '' : `${formatCount(tokens)} tok`}</span>
        </summary>
        <div className="message-body">
          {text !== null && text.length > 0 && (
            <ContentText turnId={turnId} content={text} label={`Text of the ${role} message`} prose />
          )}
          {toolCalls.map((call, index) => (
            <div key={index}>
              <h4>
                Arguments of <Untrusted text={call.name} max={60} mono />
              </h4>
              <ContentText turnId={turnId} content={call.arguments} label={`Arguments of ${call.name}`} />
            </div>
          ))}
          {toolResponses.map((response, index) => (
            <div key={index}>
              <h4>
                {response.isError ? 'Error of' : 'Result of'} <Untrusted text={response.name} max={60} mono />
              </h4>
              <ContentText turnId={turnId} content={response.text} label={`Result of ${response.name}`} />
            </div>
          ))}
        </div>
      </details>
    </li>
  );
}
