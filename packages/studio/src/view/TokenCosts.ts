import { AssistantMessage, type Message, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import type { TokenCounter } from '@toolwright/models';
import type { ToolDefinition } from '@toolwright/tools';
import type { RecordedMessage } from '../recording/recordMessage.js';
import type { StoredText } from '../recording/StoredText.js';

/** UTF-16 units of a text that are counted exactly; the cost of what is longer is estimated from them. */
const COUNTED = 50_000;

/** What messages and tools cost in a request, as the tokenizer of OpenAI's current models counts. */
export class TokenCosts {
  /** Name of the encoding. */
  static readonly TOKENIZER = 'o200k_base';

  readonly #counter: TokenCounter;
  readonly #messages = new WeakMap<RecordedMessage, number>();

  private constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /** Loads the vocabulary, which takes about half a second at the first call. */
  static async load(): Promise<TokenCosts> {
    const { TokenCounter: counters } = await import('@toolwright/models');
    return new TokenCosts(await counters.load());
  }

  ofTool(definition: ToolDefinition): number {
    return this.#counter.countToolDefinition(definition);
  }

  /** Of a message with its calls or results, without media. */
  ofMessage(message: RecordedMessage): number {
    let tokens = this.#messages.get(message);
    if (tokens === undefined) {
      const counted = messageOf(message, COUNTED);
      const whole = lengthOf(message);
      const share = whole === 0 ? 1 : Math.max(1, whole / lengthOf(message, COUNTED));
      tokens = Math.round(this.#counter.countMessage(counted) * share);
      this.#messages.set(message, tokens);
    }
    return tokens;
  }
}

function messageOf({ role, text, toolCalls, toolResponses }: RecordedMessage, max: number): Message {
  const content = text?.text.slice(0, max) ?? '';
  if (role === 'system') return new SystemMessage(content);
  if (role === 'user') return new UserMessage(content);
  if (role === 'tool') {
    return new ToolResponseMessage(
      toolResponses.map((response) => ({
        id: response.id,
        name: response.name,
        responseData: response.text.text.slice(0, max),
      })),
    );
  }
  return new AssistantMessage(content, {
    toolCalls: toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      name: call.name,
      arguments: call.arguments.text.slice(0, max),
    })),
  });
}

/** @param max of each text, in units that are stored; default the whole texts, stored or not */
function lengthOf({ text, toolCalls, toolResponses }: RecordedMessage, max?: number): number {
  const of = (each: StoredText | null): number => {
    if (!each) return 0;
    return max === undefined ? each.length : Math.min(each.text.length, max);
  };
  let length = of(text);
  for (const call of toolCalls) length += of(call.arguments);
  for (const response of toolResponses) length += of(response.text);
  return length;
}
