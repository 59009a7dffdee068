import { isDeepStrictEqual } from 'node:util';
import type { AssistantMessage, Message, MessageType, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { sizeOf, type StoredText, storedText } from './StoredText.js';

/** A message, without its media. */
export interface RecordedMessage {
  readonly role: MessageType;
  readonly text: StoredText | null;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: StoredText;
  }[];
  readonly toolResponses: readonly {
    readonly id: string;
    readonly name: string;
    readonly text: StoredText;
    readonly isError: boolean;
  }[];
  readonly mediaCount: number;
  /** About how many bytes its texts take. */
  readonly size: number;
}

/** Messages are immutable and shared by the turns of a conversation; so are the records of them. */
const known = new WeakMap<Message, RecordedMessage>();

/** @param maxLength UTF-16 units of each text that are kept */
export function recordMessage(message: Message, maxLength: number): RecordedMessage {
  let recorded = known.get(message);
  if (!recorded) {
    recorded = read(message, maxLength);
    known.set(message, recorded);
  }
  return recorded;
}

function read(message: Message, maxLength: number): RecordedMessage {
  const { messageType: role } = message;
  const text = message.text === null || role === 'tool' ? null : storedText(message.text, maxLength);
  const toolCalls =
    role === 'assistant'
      ? (message as AssistantMessage).toolCalls.map((call) => ({
          id: call.id,
          name: call.name,
          arguments: storedText(call.arguments, maxLength),
        }))
      : [];
  const toolResponses =
    role === 'tool'
      ? (message as ToolResponseMessage).responses.map(({ id, name, responseData, isError }) => ({
          id,
          name,
          text: storedText(responseData, maxLength),
          isError: isError === true,
        }))
      : [];
  const mediaCount =
    role === 'user' || role === 'assistant' ? (message as UserMessage | AssistantMessage).media.length : 0;
  let size = sizeOf(text);
  for (const call of toolCalls) size += sizeOf(call.arguments);
  for (const response of toolResponses) size += sizeOf(response.text);
  return Object.freeze({ role, text, toolCalls, toolResponses, mediaCount, size });
}

/** Whether two records say the same: some advisors make a message anew for each request. */
export function isSameMessage(a: RecordedMessage, b: RecordedMessage): boolean {
  return a === b || (a.role === b.role && a.size === b.size && isDeepStrictEqual(a, b));
}
