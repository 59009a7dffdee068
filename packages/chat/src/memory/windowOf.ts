import type { AssistantMessage, Message } from '@toolwright/model';

/** What is left of a conversation. */
export interface MessageWindow {
  readonly messages: readonly Message[];
  /** Whether it holds more messages than the window, because its last turn alone does. */
  readonly exceeded: boolean;
}

/**
 * The last messages of a conversation, as many as the window holds. Whole turns are dropped, the oldest first, so that
 * what is kept starts with a user message and never splits a call from its results (ME-04, CX-112). System messages are
 * always kept, and count (ME-05).
 *
 * The last turn is kept although it does not fit if it is not answered yet, uses tools or has more messages than the
 * window by itself. Only an answered turn without tools that system messages crowd out is dropped (ME-05).
 */
export function windowOf(messages: readonly Message[], maxMessages: number): MessageWindow {
  if (messages.length <= maxMessages) return { messages, exceeded: false };
  const spoken = messages.filter(({ messageType }) => messageType !== 'system');
  const room = maxMessages - (messages.length - spoken.length);
  const starts = startsOfTurns(spoken);
  const last = starts.at(-1) ?? 0;
  let start = starts.find((index) => spoken.length - index <= room) ?? spoken.length;
  if (start === spoken.length && isIndivisible(spoken, last, maxMessages)) start = last;
  const kept = spoken.length - start;
  let position = 0;
  return {
    messages: messages.filter(({ messageType }) => messageType === 'system' || position++ >= start),
    exceeded: kept > 0 && kept > room,
  };
}

/**
 * Where turns begin: at a user message that follows none. Before the first user message, and where there is none at all,
 * a turn ends with an answer that asks for no tools.
 */
function startsOfTurns(spoken: readonly Message[]): readonly number[] {
  const isHeadless = !spoken.some(({ messageType }) => messageType === 'user');
  const starts: number[] = [];
  for (const index of spoken.keys()) {
    const before = spoken[index - 1];
    const begins = isHeadless
      ? before?.messageType === 'assistant' && !(before as AssistantMessage).hasToolCalls()
      : beginsTurn(spoken, index);
    if (begins || !before) starts.push(index);
  }
  return starts;
}

/** Whether a turn begins at a message: at a user message that follows none. @internal */
export function beginsTurn(spoken: readonly Message[], index: number): boolean {
  return spoken[index]?.messageType === 'user' && spoken[index - 1]?.messageType !== 'user';
}

function isIndivisible(spoken: readonly Message[], start: number, maxMessages: number): boolean {
  if (spoken.length - start > maxMessages || spoken.at(-1)?.messageType === 'user') return true;
  return spoken.some(
    (message, index) =>
      index >= start &&
      (message.messageType === 'tool' ||
        (message.messageType === 'assistant' && (message as AssistantMessage).hasToolCalls())),
  );
}
