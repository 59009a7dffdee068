import type { AssistantMessage, Message } from '@toolwright/model';
import { isSameMessage } from './isSameMessage.js';
import { beginsTurn } from './windowOf.js';

/** A prompt that was brought together with what is remembered. */
export interface JoinedPrompt {
  /** What is sent: memory first, no message twice, the first system message in front (ME-11). */
  readonly messages: readonly Message[];
  /** The messages of the prompt that memory lacks and should keep, in order. */
  readonly fresh: readonly Message[];
}

/**
 * Puts what is remembered in front of a prompt. Messages of the prompt that are remembered already are recognised, by
 * identity first and then by value, and not sent again (ME-13, CX-130).
 */
export function joinMemory(remembered: readonly Message[], instructions: readonly Message[]): JoinedPrompt {
  const known = remembered.filter(isSpoken);
  const spoken = instructions.filter(isSpoken);
  const held = endOfRun(spoken, known);
  if (held !== undefined) {
    const systemMessages = remembered.filter(
      (message) => !isSpoken(message) && !instructions.some((other) => isSameMessage(message, other)),
    );
    const messages = systemMessages.length > 0 ? [...systemMessages, ...instructions] : instructions;
    return { messages: systemFirst(messages), fresh: freshOf(spoken, held) };
  }
  const shared = overlap(known, spoken);
  let position = 0;
  const rest = shared > 0 ? instructions.filter((message) => !isSpoken(message) || position++ >= shared) : instructions;
  return { messages: systemFirst([...remembered, ...rest]), fresh: freshOf(spoken, shared) };
}

function isSpoken({ messageType }: Message): boolean {
  return messageType !== 'system';
}

/** Where the last run of the prompt ends that is all of what is known; 0 if nothing is, undefined if there is none. */
function endOfRun(spoken: readonly Message[], known: readonly Message[]): number | undefined {
  for (let start = spoken.length - known.length; start >= 0; start--) {
    if (matches(spoken, start, known, 0, known.length)) return known.length > 0 ? start + known.length : 0;
  }
  return undefined;
}

/** How many messages at the start of the prompt are the last ones that are known. */
function overlap(known: readonly Message[], spoken: readonly Message[]): number {
  for (let length = Math.min(known.length, spoken.length); length > 0; length--) {
    if (matches(spoken, 0, known, known.length - length, length)) return length;
  }
  return 0;
}

function matches(
  left: readonly Message[],
  leftStart: number,
  right: readonly Message[],
  rightStart: number,
  length: number,
): boolean {
  for (let index = 0; index < length; index++) {
    const [a, b] = [left[leftStart + index], right[rightStart + index]];
    if (!a || !b || !isSameMessage(a, b)) return false;
  }
  return true;
}

/**
 * What follows the last answer (CX-116). Results go together with the call that they answer and what led to it, as far as
 * memory does not hold them (CX-111).
 */
function freshOf(spoken: readonly Message[], held: number): readonly Message[] {
  const lastAnswer = spoken.findLastIndex(({ messageType }) => messageType === 'assistant');
  let start = Math.max(held, lastAnswer + 1);
  const answer = spoken[lastAnswer] as AssistantMessage | undefined;
  if (start === lastAnswer + 1 && spoken[start]?.messageType === 'tool' && answer?.hasToolCalls()) {
    while (start > held && !beginsTurn(spoken, start)) start--;
  }
  return spoken.slice(start);
}

function systemFirst(messages: readonly Message[]): readonly Message[] {
  const index = messages.findIndex(({ messageType }) => messageType === 'system');
  const first = messages[index];
  return index > 0 && first ? [first, ...messages.toSpliced(index, 1)] : messages;
}
