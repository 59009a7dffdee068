import type { TurnDetails } from '@toolwright/studio/protocol';
import { ContentText } from '../text/ContentText.js';
import { formatDuration } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { UsageText } from './UsageText.js';

/** How a turn has ended: the answer as the caller got it, and what it took. */
export function FinalAnswer({ turn }: { turn: TurnDetails }) {
  const { answer, finishReason, usage, summary, tokenizer } = turn;
  if (answer === null || summary.status === 'running' || summary.status === 'waiting') return null;
  return (
    <section className="final card" aria-label="Final answer">
      <div className="round-head">
        <h3>Final answer</h3>
        {finishReason !== null && <Untrusted text={finishReason} max={40} mono />}
        <UsageText usage={usage} />
        {summary.duration !== null && <span className="num push">{formatDuration(summary.duration)}</span>}
      </div>
      <ContentText turnId={summary.id} content={answer} label="Final answer" prose />
      {tokenizer !== null && (
        <p className="dimmed final-note">Tokens of messages and tools are counted with {tokenizer}.</p>
      )}
    </section>
  );
}
