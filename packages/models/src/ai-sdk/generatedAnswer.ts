import {
  AssistantMessage,
  ChatResponse,
  type ChatResponseMetadata,
  Generation,
  type Media,
  type ToolCall,
} from '@toolwright/model';
import { describeWarning, endsWithoutReason, finishReasonFrom, usageFrom } from './answerFacts.js';
import { ModelResponseException } from '../request/ModelResponseException.js';
import { callsOf, PROVIDER_CONTENT, providerContentOf, textOf } from './providerContent.js';
import type { ProviderAnswer, ProviderContent, ProviderFileData } from './ProviderModel.js';

/** Entry of an assistant message's metadata: the model's thoughts, as text. */
export const REASONING_CONTENT = 'reasoningContent';

/** What everything but text and tool calls of an answer becomes. */
export interface AnswerExtras {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly media: readonly Media[];
}

/**
 * A complete answer as a response.
 *
 * @throws {ModelResponseException} if there is nothing in it, not even a reason for its end
 */
export function generatedAnswer(answer: ProviderAnswer, model: string, modelId: string): ChatResponse {
  const { content } = answer;
  if (content.length === 0 && endsWithoutReason(answer.finishReason)) {
    throw new ModelResponseException(model, 'it has neither content nor a reason for its end');
  }
  const text = textOf(content);
  const toolCalls = callsOf(content).map(
    (call): ToolCall => ({ id: call.toolCallId, type: 'function', name: call.toolName, arguments: call.input }),
  );
  const hasText = content.some((part) => part.type === 'text') || toolCalls.length === 0;
  const output = new AssistantMessage(hasText ? text : null, { toolCalls, ...answerExtras(content) });
  return new ChatResponse(
    [new Generation(output, finishReasonFrom(answer.finishReason))],
    answerMetadata(answer, modelId),
  );
}

/** Thoughts, sources, files and what has to be sent back. */
export function answerExtras(content: readonly ProviderContent[]): AnswerExtras {
  let reasoning: string | undefined;
  const media: Media[] = [];
  const sources: object[] = [];
  const parts = content.map((part): ProviderContent => {
    if (part.type === 'reasoning') reasoning = (reasoning ?? '') + part.text;
    else if (part.type === 'source') {
      const { type: _type, ...source } = part;
      sources.push(source);
    } else if (part.type === 'file') {
      media.push(mediaOf(part));
      return { ...part, data: storableData(part.data) };
    }
    return part;
  });
  const stored = providerContentOf(parts)?.filter((part) => part.type !== 'source' && !isProvisional(part));
  return {
    media,
    metadata: {
      ...(reasoning !== undefined && { [REASONING_CONTENT]: reasoning }),
      ...(sources.length > 0 && { sources }),
      ...(stored && { [PROVIDER_CONTENT]: stored }),
    },
  };
}

/** What is known about the response as a whole. */
export function answerMetadata(
  answer: Omit<ProviderAnswer, 'content'>,
  modelId: string,
): Partial<ChatResponseMetadata> {
  const { response, providerMetadata, warnings, usage } = answer;
  return {
    id: response?.id ?? '',
    model: response?.modelId ?? modelId,
    usage: usageFrom(usage),
    ...(response?.timestamp && { created: response.timestamp }),
    ...(providerMetadata && { providerMetadata }),
    ...(warnings && warnings.length > 0 && { warnings: warnings.map(describeWarning) }),
  };
}

/** A result that the provider's tool will replace by a later one. */
function isProvisional(part: ProviderContent): boolean {
  return part.type === 'tool-result' && part.preliminary === true;
}

function mediaOf({ mediaType, data }: { mediaType: string; data: ProviderFileData }): Media {
  if (typeof data === 'object' && 'type' in data && data.type === 'url') {
    return { mimeType: mediaType, data: new URL(data.url) };
  }
  const content = typeof data === 'object' && 'type' in data ? data.data : data;
  return {
    mimeType: mediaType,
    data: typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'base64')) : content,
  };
}

function storableData(data: ProviderFileData): ProviderFileData {
  const base64 = (bytes: string | Uint8Array) =>
    typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64');
  if (typeof data === 'string' || data instanceof Uint8Array) return base64(data);
  return data.type === 'url' ? { type: 'url', url: String(data.url) } : { type: 'data', data: base64(data.data) };
}
