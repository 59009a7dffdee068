import type { AssistantMessage, Message, ToolCall, ToolResponse, ToolResponseMessage } from '@toolwright/model';
import { askedToolName } from '../answer/askBack.js';

/** A tool call of the current turn and what came of it. */
export interface ExecutedCall {
  readonly call: ToolCall;
  /** Null if the history has no response to it. */
  readonly response: ToolResponse | null;
}

/** The last thing that the user said before, and the tool for which a value was then asked. */
export interface OpenQuestion {
  readonly request: string;
  readonly toolName: string;
}

/** What the messages of a prompt tell: what is asked now, and what has been done about it. */
export interface Conversation {
  /** The last message of the user; null if there is none. */
  readonly request: string | null;
  /** Set if that message answers a question of the model. */
  readonly openQuestion: OpenQuestion | null;
  /** The tool calls since that message, in order. */
  readonly executed: readonly ExecutedCall[];
  /** The names of all tools that were ever called. */
  readonly calledTools: ReadonlySet<string>;
  /** The highest number in the ids of all tool calls, so that the next one is new. */
  readonly lastCallNumber: number;
}

const CALL_ID = /^call_(\d+)$/;

/** Reads a conversation; instructions of the system and the user's earlier, answered requests are left aside. */
export function readConversation(messages: readonly Message[]): Conversation {
  const userIndex = messages.findLastIndex(({ messageType }) => messageType === 'user');
  const responses = new Map<string, ToolResponse>();
  const executed: ToolCall[] = [];
  const calledTools = new Set<string>();
  let lastCallNumber = 0;
  const count = (id: string) => {
    const number = Number(CALL_ID.exec(id)?.[1] ?? 0);
    if (Number.isSafeInteger(number)) lastCallNumber = Math.max(lastCallNumber, number);
  };
  for (const [index, message] of messages.entries()) {
    if (message.messageType === 'assistant') {
      for (const call of (message as AssistantMessage).toolCalls) {
        count(call.id);
        calledTools.add(call.name);
        if (index > userIndex) executed.push(call);
      }
    } else if (message.messageType === 'tool') {
      for (const response of (message as ToolResponseMessage).responses) {
        count(response.id);
        if (index <= userIndex) continue;
        responses.set(response.id, response);
        // A history without the assistant message still has the answer.
        if (!executed.some(({ id }) => id === response.id)) {
          executed.push({ id: response.id, type: 'function', name: response.name, arguments: '' });
        }
      }
    }
  }
  return {
    request: userIndex < 0 ? null : (messages[userIndex]?.text ?? null),
    openQuestion: userIndex < 0 ? null : openQuestion(messages, userIndex),
    executed: executed.map((call) => ({ call, response: responses.get(call.id) ?? null })),
    calledTools,
    lastCallNumber,
  };
}

/** The question that the user's message answers; the answers to earlier questions about the same request are joined. */
function openQuestion(messages: readonly Message[], userIndex: number): OpenQuestion | null {
  const before = messages.slice(0, userIndex);
  const answered = before.findLastIndex(({ messageType }) => messageType === 'assistant');
  const toolName = askedToolName(before[answered]?.text ?? '');
  if (toolName === null) return null;
  const earlier = before.findLastIndex(({ messageType }, index) => messageType === 'user' && index < answered);
  if (earlier < 0) return null;
  const text = before[earlier]?.text ?? '';
  const first = openQuestion(messages, earlier);
  return { toolName, request: first?.toolName === toolName ? `${first.request}\n${text}` : text };
}
