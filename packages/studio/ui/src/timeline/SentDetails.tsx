import type { RoundDetails } from '@toolwright/studio/protocol';
import { formatCount, formatNumberOf } from '../text/format.js';
import { SentMessageRow } from './SentMessageRow.js';
import { ToolCosts } from './ToolCosts.js';
import './sent.css';

/** What a round sent to the model, with what it cost in tokens, and the tools that were held back. */
export function SentDetails({ turnId, round }: { turnId: string; round: RoundDetails }) {
  const { messages, messageCount, messageTokens, droppedMessages, tools, toolTokens, withheldTools, withheldTokens } =
    round;
  if (messageCount === 0 && tools.length === 0) return null;
  // Which tools another process has sent is not known.
  const isSeen = round.provider !== '';
  const unchanged = messageCount - messages.length;
  return (
    <details className="sent">
      <summary>
        <span className="sent-label">Sent</span>
        <span>
          {formatNumberOf(messageCount, 'message')}
          <Tokens count={messageTokens} />
        </span>
        {(tools.length > 0 || isSeen) && (
          <span>
            {formatNumberOf(tools.length, 'tool')}
            <Tokens count={toolTokens} />
          </span>
        )}
        {withheldTools.length > 0 && (
          <span className="withheld-note">
            {formatCount(withheldTools.length)} withheld ·
            <Tokens count={withheldTokens} saved />
          </span>
        )}
      </summary>
      <div className="sent-body">
        <h4>
          {unchanged > 0
            ? `Messages that were not in the round before (${formatCount(unchanged)} more were)`
            : 'Messages'}
          {droppedMessages > 0 && `, ${formatCount(droppedMessages)} left out`}
        </h4>
        <ul className="messages">
          {messages.map((message, index) => (
            <SentMessageRow key={index} turnId={turnId} message={message} />
          ))}
        </ul>
        {tools.length > 0 && <ToolCosts title="Tools that the model was shown" tools={tools} />}
        {withheldTools.length > 0 && (
          <ToolCosts title="Tools that tool search held back" tools={withheldTools} withheld />
        )}
      </div>
    </details>
  );
}

function Tokens({ count, saved = false }: { count: number | null; saved?: boolean }) {
  if (count === null) return null;
  return (
    <span className="dimmed num">
      {' '}
      {formatCount(count)} tok{saved && ' saved'}
    </span>
  );
}
