import type { RoundAnswer } from '@toolwright/studio/protocol';
import { ContentText } from '../text/ContentText.js';

/** The text of a round's answer; while it is streamed, it grows and is announced when it stands still. */
export function RoundAnswerText({
  turnId,
  answer,
  running,
}: {
  turnId: string;
  answer: RoundAnswer;
  running: boolean;
}) {
  const streaming = running && !answer.complete;
  const { text } = answer;
  if (text === null || text.length === 0) return null;
  return (
    <div className={streaming ? 'answer streaming' : 'answer'} aria-live="polite" aria-busy={streaming}>
      <ContentText turnId={turnId} content={text} label="Answer of the model" prose />
    </div>
  );
}
