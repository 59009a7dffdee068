import {
  AssistantMessage,
  ChatModel,
  type ChatModelRunOptions,
  type ChatOptions,
  ChatResponse,
  Generation,
  type Prompt,
  usageOf,
} from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { TokenCounter } from '../tokens/TokenCounter.js';
import type { OfflinePlanner } from './planning/OfflinePlanner.js';

/** Settings of an {@link OfflineChatModel}. */
export interface OfflineChatModelOptions {
  /** The model's default options; default: only the model name `offline`. */
  readonly defaultOptions?: ChatOptions;
  /** The current time, by which `today` and `tomorrow` in a request are understood; default: the system's clock. */
  readonly clock?: () => Date;
}

const MODEL = 'offline';

/**
 * A chat model that needs no network and no key. It is **no language model**: it knows no facts and makes no sentences of
 * its own. It picks tools by the words of the last user message, cuts their arguments out of that message by rules, asks
 * back for what it does not find, and reports what the tools returned. It exists so that an application runs for real,
 * tools and advisors included, before a provider is chosen, and so that tests need none.
 *
 * It knows only what it is sent: the messages, and the names, descriptions and schemas of the attached tools. The same
 * prompt always gets the same answer (`today` depends on the clock). A request with two parts leads to two calls; with a
 * tool that searches for tools it searches first. A call is never repeated within a turn.
 *
 * Usage is counted with the `o200k_base` encoding, see {@link TokenCounter}. Finish reasons are `TOOL_CALLS` and `STOP`.
 */
export class OfflineChatModel extends ChatModel {
  readonly #options: ChatOptions;
  readonly #clock: () => Date;
  /** Its rules and words are loaded when the first request comes. */
  #planner: Promise<OfflinePlanner> | undefined;

  constructor(options: OfflineChatModelOptions = {}) {
    super();
    this.#options = options.defaultOptions ?? new ToolCallingChatOptions({ model: MODEL });
    this.#clock = options.clock ?? (() => new Date());
  }

  override get defaultOptions(): ChatOptions {
    return this.#options;
  }

  override async call(prompt: Prompt, { signal }: ChatModelRunOptions = {}): Promise<ChatResponse> {
    signal?.throwIfAborted();
    const asked = this.#withOptions(prompt);
    const message = await this.#answer(asked);
    const usage = await usageFor(asked, message);
    signal?.throwIfAborted();
    return response(message, message.hasToolCalls() ? 'TOOL_CALLS' : 'STOP', { usage });
  }

  /** Hands out a text word by word and tool calls in one chunk; the last chunk has finish reason and usage. */
  override async *stream(prompt: Prompt, { signal }: ChatModelRunOptions = {}): AsyncIterable<ChatResponse> {
    signal?.throwIfAborted();
    const asked = this.#withOptions(prompt);
    const message = await this.#answer(asked);
    const chunks = message.hasToolCalls()
      ? [message]
      : ((message.text ?? '').match(/\S+\s*|\s+/g) ?? ['']).map((word) => new AssistantMessage(word));
    const last = chunks.pop() ?? message;
    for (const chunk of chunks) {
      yield response(chunk, null);
      signal?.throwIfAborted();
    }
    const usage = await usageFor(asked, message);
    signal?.throwIfAborted();
    yield response(last, message.hasToolCalls() ? 'TOOL_CALLS' : 'STOP', { usage });
  }

  /** The prompt's own options are used whole, those of the model only if it brings none (OP-08). */
  #withOptions(prompt: Prompt): Prompt {
    return prompt.options ? prompt : prompt.withOptions(this.#options);
  }

  async #answer(prompt: Prompt): Promise<AssistantMessage> {
    this.#planner ??= import('./planning/OfflinePlanner.js').then(({ OfflinePlanner }) => new OfflinePlanner());
    return (await this.#planner).answer(prompt, this.#clock());
  }
}

async function usageFor(prompt: Prompt, message: AssistantMessage) {
  const counter = await TokenCounter.load();
  let completion = counter.countText(message.text ?? '');
  for (const call of message.toolCalls) completion += counter.countText(call.name) + counter.countText(call.arguments);
  return usageOf(counter.countPrompt(prompt), completion);
}

function response(
  message: AssistantMessage,
  finishReason: string | null,
  metadata: { usage?: ReturnType<typeof usageOf> } = {},
): ChatResponse {
  return new ChatResponse([new Generation(message, { finishReason })], { model: MODEL, ...metadata });
}
