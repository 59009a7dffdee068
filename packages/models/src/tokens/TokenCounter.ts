import type { AssistantMessage, Message, Prompt, ToolResponseMessage } from '@toolwright/model';
import { isToolCallingChatOptions, type ToolCallback, type ToolDefinition } from '@toolwright/tools';

/** The part of the tokenizer library that is used. */
interface Tokenizer {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

/** Text that looks like a control token is counted as the plain text that it is. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Long texts are counted in pieces, cut before a space and a letter, where a token always begins: the time of the
 * tokenizer grows with the square of the longest stretch without such a place, which must not be left to the sender.
 */
const PIECE_LENGTH = 2000;
const PIECES = /[\s\S]{1,2000}(?= \p{L})|[\s\S]{1,2000}/gu;

/**
 * Counts tokens as OpenAI's current models do (encoding `o200k_base`).
 *
 * A prompt is counted as the JSON that such a provider is sent: every message with its role, its tool calls or tool
 * responses, and every tool definition with name, description and schema, plus one token per element for the separator.
 * Messages, definitions and frozen tool lists are counted once and remembered by identity, so a further round of a turn
 * costs only its new messages. Media are not counted.
 */
export class TokenCounter {
  static #loading: Promise<TokenCounter> | undefined;

  readonly #tokenizer: Tokenizer;
  readonly #messages = new WeakMap<Message, number>();
  readonly #definitions = new WeakMap<ToolDefinition, number>();
  readonly #toolLists = new WeakMap<readonly ToolCallback[], number>();

  private constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /**
   * The counter of this process. The first call loads the vocabulary, which takes about half a second; it is not loaded
   * before.
   */
  static load(): Promise<TokenCounter> {
    TokenCounter.#loading ??= import('gpt-tokenizer/encoding/o200k_base').then((module) => new TokenCounter(module));
    return TokenCounter.#loading;
  }

  /** The tokens of a text. */
  countText(text: string): number {
    if (text.length <= PIECE_LENGTH) return text === '' ? 0 : this.#tokenizer.countTokens(text, PLAIN_TEXT);
    let count = 0;
    for (const [piece] of text.matchAll(PIECES)) count += this.#tokenizer.countTokens(piece, PLAIN_TEXT);
    return count;
  }

  /** The tokens of one message in serialised form. */
  countMessage(message: Message): number {
    let count = this.#messages.get(message);
    if (count === undefined) {
      count = this.countText(serialiseMessage(message));
      this.#messages.set(message, count);
    }
    return count;
  }

  /** The tokens of one tool definition in serialised form. */
  countToolDefinition(definition: ToolDefinition): number {
    let count = this.#definitions.get(definition);
    if (count === undefined) {
      count = this.countText(serialiseDefinition(definition));
      this.#definitions.set(definition, count);
    }
    return count;
  }

  /** The tokens of the whole request: all messages and all attached tool definitions. */
  countPrompt(prompt: Prompt): number {
    let count = 0;
    for (const message of prompt.instructions) count += this.countMessage(message) + 1;
    const tools = isToolCallingChatOptions(prompt.options) ? prompt.options.toolCallbacks : null;
    return tools ? count + this.#countTools(tools) : count;
  }

  #countTools(tools: readonly ToolCallback[]): number {
    let count = this.#toolLists.get(tools);
    if (count === undefined) {
      count = 0;
      for (const { definition } of tools) count += this.countToolDefinition(definition) + 1;
      if (Object.isFrozen(tools)) this.#toolLists.set(tools, count);
    }
    return count;
  }
}

function serialiseMessage(message: Message): string {
  const { messageType, text } = message;
  if (messageType === 'assistant') {
    const { toolCalls } = message as AssistantMessage;
    const calls = toolCalls.map((call) => ({
      id: call.id,
      type: call.type,
      function: { name: call.name, arguments: call.arguments },
    }));
    return JSON.stringify({ role: messageType, content: text, ...(calls.length > 0 && { tool_calls: calls }) });
  }
  if (messageType === 'tool') {
    return (message as ToolResponseMessage).responses
      .map(({ id, name, responseData }) =>
        JSON.stringify({ role: messageType, tool_call_id: id, name, content: responseData }),
      )
      .join();
  }
  return JSON.stringify({ role: messageType, content: text });
}

function serialiseDefinition({ name, description, inputSchema }: ToolDefinition): string {
  const head = JSON.stringify({ name, description }).slice(0, -1);
  return `{"type":"function","function":${head},"parameters":${inputSchema}}}`;
}
