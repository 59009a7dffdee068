import type { JSONValue } from '@ai-sdk/provider';
import type { AssistantMessage, Media, Message, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { storedProviderContent } from './providerContent.js';
import type { ProviderContent, ProviderMessage, ProviderMetadata } from './ProviderModel.js';

/** Entry of a message's metadata with options for the provider, such as `{ anthropic: { cacheControl: … } }`. */
export const PROVIDER_OPTIONS = 'providerOptions';

type AssistantParts = Extract<ProviderMessage, { role: 'assistant' }>['content'];
type UserParts = Extract<ProviderMessage, { role: 'user' }>['content'];

/** Messages are immutable, and each is sent again in every round that follows: it is translated once. */
const translated = new WeakMap<Message, ProviderMessage | null>();
const translatedTagged = new WeakMap<Message, ProviderMessage | null>();

/**
 * The messages in the words of the AI SDK; a message with nothing in it is left out.
 *
 * @param tagged whether data of files say what they are, as in V4
 */
export function providerMessages(messages: readonly Message[], tagged: boolean): ProviderMessage[] {
  const known = tagged ? translatedTagged : translated;
  const result: ProviderMessage[] = [];
  for (const message of messages) {
    let made = known.get(message);
    if (made === undefined) {
      made = providerMessage(message, tagged);
      known.set(message, made);
    }
    if (made) result.push(made);
  }
  return result;
}

function providerMessage(message: Message, tagged: boolean): ProviderMessage | null {
  const bare = bareMessage(message, tagged);
  const options = message.metadata[PROVIDER_OPTIONS];
  if (!bare || typeof options !== 'object' || options === null) return bare;
  return { ...bare, providerOptions: options as ProviderMetadata };
}

function bareMessage(message: Message, tagged: boolean): ProviderMessage | null {
  switch (message.messageType) {
    case 'system':
      return { role: 'system', content: message.text ?? '' };
    case 'user':
      return { role: 'user', content: userParts(message as UserMessage, tagged) };
    case 'assistant': {
      const content = assistantParts(message as AssistantMessage, tagged);
      return content.length > 0 ? { role: 'assistant', content } : null;
    }
    case 'tool':
      return { role: 'tool', content: (message as ToolResponseMessage).responses.map(toolResult) };
  }
}

function userParts({ text, media }: UserMessage, tagged: boolean): UserParts {
  const files = media.map((each) => filePart(each, tagged));
  // Providers refuse an empty text, but a message has to have something in it.
  return text === '' && files.length > 0 ? files : [{ type: 'text', text }, ...files];
}

function filePart({ mimeType, data, name }: Media, tagged: boolean) {
  const content = tagged ? (data instanceof URL ? { type: 'url', url: data } : { type: 'data', data }) : data;
  return {
    type: 'file' as const,
    mediaType: mimeType,
    data: content as Uint8Array | URL,
    ...(name !== undefined && { filename: name }),
  };
}

function assistantParts(message: AssistantMessage, tagged: boolean): AssistantParts {
  const stored = storedProviderContent(message);
  if (stored) return stored.flatMap((part) => replayedPart(part));
  return [
    ...(message.text ? [{ type: 'text' as const, text: message.text }] : []),
    ...message.media.map((media) => filePart(media, tagged)),
    ...message.toolCalls.map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: call.name,
      input: argumentsValue(call.arguments),
    })),
  ];
}

/** What a provider sent, as it wants to have it back; nothing for what is of no use to it. */
function replayedPart(part: ProviderContent): AssistantParts {
  const options = part.providerMetadata && { providerOptions: part.providerMetadata };
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // An empty text is refused by providers, unless it is there for what is attached to it.
      return part.text === '' && !options ? [] : [{ type: part.type, text: part.text, ...options }];
    case 'tool-call':
      return [
        {
          type: 'tool-call',
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          input: argumentsValue(part.input),
          ...(part.providerExecuted && { providerExecuted: true }),
          ...options,
        },
      ];
    case 'tool-result': {
      const value = (part.result ?? null) as JSONValue;
      const output = { type: part.isError ? ('error-json' as const) : ('json' as const), value };
      return [{ type: 'tool-result', toolCallId: part.toolCallId, toolName: part.toolName, output, ...options }];
    }
    case 'file':
      return [{ type: 'file', mediaType: part.mediaType, data: part.data as string, ...options }];
    case 'custom':
      // Known to V4 only, which is where it came from.
      return [{ type: 'custom', kind: part.kind, ...options } as never];
    case 'reasoning-file':
      return [{ type: 'reasoning-file', mediaType: part.mediaType, data: part.data, ...options } as never];
    default:
      return [];
  }
}

/** Providers want the arguments of earlier calls as a value; what is no JSON is sent back as the text that it is. */
function argumentsValue(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toolResult({ id, name, responseData, isError }: ToolResponseMessage['responses'][number]) {
  const output = { type: isError ? ('error-text' as const) : ('text' as const), value: responseData };
  return { type: 'tool-result' as const, toolCallId: id, toolName: name, output };
}
