import {
  type AssistantMessage,
  type ChatModelCapabilities,
  ChatOptions,
  ChatResponse,
  type ChatResponseMetadata,
  Generation,
  type ChatGenerationMetadata,
  messageFromJson,
  type MessageJson,
  messageToJson,
  type Prompt,
} from '@toolwright/model';
import { isToolCallingChatOptions } from '@toolwright/tools';

/** A request as it is compared: what the model is told, and nothing that it is not. */
export interface RecordedRequest {
  readonly messages: readonly MessageJson[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: unknown }[];
}

/** A response, or a chunk of one, as JSON data. */
export interface RecordedResponse {
  readonly results: readonly { readonly message: MessageJson; readonly metadata: ChatGenerationMetadata }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** One request and what came back: one response of a call, the chunks of a stream. */
export interface RecordedExchange {
  readonly mode: 'call' | 'stream';
  readonly request: RecordedRequest;
  readonly responses: readonly RecordedResponse[];
}

/** The content of a file. */
export interface Recording {
  readonly version: 1;
  /** Portable options of the model's requests that bring none. */
  readonly defaultOptions: Readonly<Record<string, unknown>>;
  /** Whether the model's options can carry tools. */
  readonly carriesTools: boolean;
  readonly capabilities: ChatModelCapabilities;
  readonly exchanges: readonly RecordedExchange[];
}

/** The request that a prompt makes. The tool context is not part of it. */
export function recordedRequest({ instructions, options }: Prompt): RecordedRequest {
  const tools = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
  return {
    messages: instructions.map(messageToJson),
    options: portableOptions(options),
    tools: tools.map(({ definition: { name, description, inputSchema } }) => ({
      name,
      description,
      inputSchema: JSON.parse(inputSchema) as unknown,
    })),
  };
}

/** The options that every model has, as far as they are set. */
export function portableOptions(options: ChatOptions | null): Readonly<Record<string, unknown>> {
  if (!options) return {};
  const portable = new ChatOptions(options);
  return Object.fromEntries(Object.entries(portable).filter(([, value]) => value !== null));
}

/** A response as JSON data. */
export function recordedResponse({ results, metadata }: ChatResponse): RecordedResponse {
  return {
    results: results.map((generation) => ({
      message: messageToJson(generation.output),
      metadata: generation.metadata,
    })),
    metadata,
  };
}

/** The response that was recorded. */
export function replayedResponse({ results, metadata }: RecordedResponse): ChatResponse {
  const { created } = metadata;
  return new ChatResponse(
    results.map((result) => new Generation(messageFromJson(result.message) as AssistantMessage, result.metadata)),
    {
      ...(metadata as Partial<ChatResponseMetadata>),
      ...(typeof created === 'string' && { created: new Date(created) }),
    },
  );
}
