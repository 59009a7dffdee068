import {
  AssistantMessage,
  ChatModel,
  type ChatOptions,
  ChatResponse,
  EMPTY_USAGE,
  Generation,
  type Message,
  type Prompt,
  type ToolCall,
  type Usage,
} from '@toolwright/model';
import { ScriptedChatModel, type ScriptedReply } from '@toolwright/testing';
import { ToolCallingChatOptions } from '@toolwright/tools';

/** Options of a model that can carry tools. */
export const TOOL_OPTIONS = ToolCallingChatOptions.builder().model('scripted').build();

/** A scripted model whose options can carry tools. */
export function scripted(...replies: readonly ScriptedReply[]): ScriptedChatModel {
  return new ScriptedChatModel(replies, { defaultOptions: TOOL_OPTIONS });
}

/** A response with a text. */
export function says(text: string | null, usage: Usage = EMPTY_USAGE): ChatResponse {
  return new ChatResponse([new Generation(new AssistantMessage(text), { finishReason: 'STOP' })], {
    id: 'text-id',
    model: 'text-model',
    usage,
  });
}

/** A response that asks for tools. */
export function asks(calls: ToolCall | readonly ToolCall[], usage: Usage = EMPTY_USAGE, text = ''): ChatResponse {
  const toolCalls = Array.isArray(calls) ? (calls as readonly ToolCall[]) : [calls as ToolCall];
  const output = new AssistantMessage(text, { toolCalls });
  return new ChatResponse([new Generation(output, { finishReason: 'TOOL_CALLS' })], {
    id: 'asks-id',
    model: 'asks-model',
    usage,
  });
}

/** A call of the tool `name` without arguments. */
export function call(name: string, id = `call-${name}`): ToolCall {
  return { id, type: 'function', name, arguments: '{}' };
}

/** One chunk of a stream. */
export function chunk(text: string | null, usage: Usage = EMPTY_USAGE): ChatResponse {
  return new ChatResponse([new Generation(new AssistantMessage(text))], { usage });
}

/** A model that answers and streams what it is told, whatever that is. */
export class AnyModel extends ChatModel {
  readonly prompts: Prompt[] = [];

  constructor(
    readonly answers: readonly (ChatResponse | null)[],
    readonly options: ChatOptions = TOOL_OPTIONS,
  ) {
    super();
  }

  override get defaultOptions(): ChatOptions {
    return this.options;
  }

  override async call(prompt: Prompt): Promise<ChatResponse> {
    this.prompts.push(prompt);
    return (this.answers[this.prompts.length - 1] ?? null) as ChatResponse;
  }

  override async *stream(prompt: Prompt): AsyncIterable<ChatResponse> {
    this.prompts.push(prompt);
    yield* this.answers as readonly ChatResponse[];
  }
}

/** The messages of a prompt, short: `S text`, `U text`, `A text`, `A(tc) name,name`, `T data,data`. */
export function shorthand(prompt: Prompt | readonly Message[] | undefined): readonly string[] {
  const messages = prompt && 'instructions' in prompt ? prompt.instructions : (prompt ?? []);
  return messages.map((message) => {
    if (message instanceof AssistantMessage) {
      const names = message.toolCalls.map(({ name }) => name).join(',');
      return names ? `A(tc) ${names}` : `A ${message.text ?? 'null'}`;
    }
    if (message.messageType === 'tool') {
      const { responses } = message as unknown as { responses: readonly { responseData: string }[] };
      return `T ${responses.map(({ responseData }) => responseData).join(',')}`;
    }
    return `${message.messageType === 'system' ? 'S' : 'U'} ${message.text ?? ''}`.trim();
  });
}

/** All items of an iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
