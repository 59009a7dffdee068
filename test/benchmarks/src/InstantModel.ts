import {
  AssistantMessage,
  ChatModel,
  ChatResponse,
  Generation,
  type Prompt,
  type ToolCall,
  type ToolResponseMessage,
} from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import type { Script, ScriptedAnswer } from './script.js';

/** Says at once what its script says. */
export class InstantModel extends ChatModel {
  readonly #options = ToolCallingChatOptions.builder().build();
  readonly #script: Script;

  constructor(script: Script) {
    super();
    this.#script = script;
  }

  override get defaultOptions(): ToolCallingChatOptions {
    return this.#options;
  }

  override async call(prompt: Prompt): Promise<ChatResponse> {
    const { text, calls } = this.#answer(prompt);
    return responseOf(
      text,
      calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', name, arguments: args })),
    );
  }

  override async *stream(prompt: Prompt): AsyncIterable<ChatResponse> {
    const { pieces, calls } = this.#answer(prompt);
    for (const [index, { id, name, pieces: parts }] of calls.entries()) {
      for (const part of parts) yield responseOf('', [{ index, id, type: 'function', name, arguments: part }]);
    }
    for (const piece of pieces) yield responseOf(piece, []);
  }

  #answer({ instructions }: Prompt): ScriptedAnswer {
    const last = instructions.at(-1);
    return this.#script.answer(
      last?.messageType === 'tool' ? (last as ToolResponseMessage).responses.at(-1)?.id : undefined,
    );
  }
}

function responseOf(text: string, toolCalls: readonly ToolCall[]): ChatResponse {
  return new ChatResponse([new Generation(new AssistantMessage(text, { toolCalls }))]);
}
