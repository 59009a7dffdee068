import {
  AssistantMessage,
  type Media,
  type Message,
  type ToolCall,
  type ToolResponse,
  type ToolResponseError,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';

/**
 * The conversation that `useChat` of `@ai-sdk/react` sends, as messages of a prompt: the texts and files of the user, the
 * texts of the assistant, and its tool calls that have an outcome, with it.
 *
 * What a browser sends is not trusted: system messages are passed over, and so are files that are no data URLs, so that
 * nobody makes a provider or this process fetch an address. What the assistant is said to have answered may be invented all
 * the same; where that matters, keep the conversation in a chat memory and send the last message of the user only.
 *
 * @param messages the UI messages as they were received; what is none of the expected form is passed over
 */
export function messagesOfUIMessages(messages: readonly unknown[]): readonly Message[] {
  return messages.flatMap((message) => {
    const { role, parts } = (message ?? {}) as { readonly role?: unknown; readonly parts?: unknown };
    const known = Array.isArray(parts) ? parts.filter(isPart) : [];
    if (role === 'user') return userMessage(known);
    return role === 'assistant' ? stepsOf(known).flatMap(assistantMessages) : [];
  });
}

/** A part of a UI message; any client may send anything in its fields. */
interface Part extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

function isPart(part: unknown): part is Part {
  return typeof (part as Part | null)?.type === 'string';
}

function userMessage(parts: readonly Part[]): readonly Message[] {
  const media = parts.map(fileOf).filter((file) => file !== undefined);
  const text = textOf(parts);
  return text === '' && media.length === 0 ? [] : [new UserMessage(text, { media })];
}

/** The parts between the beginnings of steps; each step was a request of the model. */
function stepsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const steps: Part[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps;
}

function assistantMessages(parts: readonly Part[]): readonly Message[] {
  const exchanges = parts.map(exchangeOf).filter((exchange) => exchange !== undefined);
  const text = textOf(parts);
  const toolCalls = exchanges.map(({ call }) => call);
  if (toolCalls.length === 0) return text === '' ? [] : [new AssistantMessage(text)];
  return [
    new AssistantMessage(text === '' ? null : text, { toolCalls }),
    new ToolResponseMessage(exchanges.map(({ response }) => response)),
  ];
}

function textOf(parts: readonly Part[]): string {
  const texts = parts.filter(({ type, text }) => type === 'text' && typeof text === 'string');
  return texts.map(({ text }) => text as string).join('');
}

function fileOf({ type, mediaType, url, filename }: Part): Media | undefined {
  if (type !== 'file' || typeof mediaType !== 'string' || typeof url !== 'string') return undefined;
  const data = bytesOf(url);
  return data && { mimeType: mediaType, data, ...(typeof filename === 'string' && { name: filename }) };
}

/** The content of a data URL; undefined for other addresses and for what cannot be decoded. */
function bytesOf(url: string): Uint8Array | undefined {
  const [, base64, content] = /^data:[^,]*?(;base64)?,(.*)$/is.exec(url) ?? [];
  if (content === undefined) return undefined;
  try {
    return new Uint8Array(base64 ? Buffer.from(content, 'base64') : Buffer.from(decodeURIComponent(content)));
  } catch {
    return undefined;
  }
}

interface Exchange {
  readonly call: ToolCall;
  readonly response: ToolResponse;
}

/** A tool call with its outcome; undefined for other parts, and for calls without one, which no provider takes. */
function exchangeOf(part: Part): Exchange | undefined {
  const { type, toolCallId: id, toolName, providerExecuted } = part;
  const name = type === 'dynamic-tool' ? toolName : /^tool-(.+)$/s.exec(type)?.[1];
  if (typeof name !== 'string' || typeof id !== 'string' || providerExecuted === true) return undefined;
  const outcome = outcomeOf(part);
  if (!outcome) return undefined;
  const call = { id, type: 'function', name, arguments: JSON.stringify(part['input'] ?? {}) };
  return { call, response: { id, name, ...outcome } };
}

function outcomeOf({ state, output, errorText, approval }: Part): Omit<ToolResponse, 'id' | 'name'> | undefined {
  if (state === 'output-available') return { responseData: JSON.stringify(output ?? null) };
  if (state === 'output-error') return failed('TOOL_FAILED', 'execute', typeof errorText === 'string' ? errorText : '');
  if (state !== 'output-denied') return undefined;
  const { reason } = (approval ?? {}) as { readonly reason?: unknown };
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.';
  return failed('CALL_DECLINED', 'resolve', `The user declined this call${because}`);
}

function failed(
  code: string,
  phase: ToolResponseError['phase'],
  responseData: string,
): Omit<ToolResponse, 'id' | 'name'> {
  return { responseData, isError: true, error: { code, phase } };
}
