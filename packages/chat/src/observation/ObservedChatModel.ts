import type { ObservationRegistry } from '@toolwright/core';
import {
  ChatModel,
  type ChatModelCapabilities,
  type ChatModelRunOptions,
  type ChatOptions,
  type ChatResponse,
  type Prompt,
} from '@toolwright/model';
import { ChatResponseAggregator } from '../streaming/ChatResponseAggregator.js';
import { ChatModelObservationContext } from './ChatModelObservationContext.js';
import type { ChatModelObservationConvention } from './ChatModelObservationConvention.js';

/** A chat model whose requests are observed; while nobody is told it is the model itself. */
export class ObservedChatModel extends ChatModel {
  readonly #model: ChatModel;
  readonly #registry: ObservationRegistry;
  readonly #convention: ChatModelObservationConvention;
  readonly #provider: string;

  constructor(model: ChatModel, registry: ObservationRegistry, convention: ChatModelObservationConvention) {
    super();
    this.#model = model;
    this.#registry = registry;
    this.#convention = convention;
    this.#provider = providerOf(model);
  }

  /** The model whose requests are observed. */
  get observed(): ChatModel {
    return this.#model;
  }

  override get defaultOptions(): ChatOptions {
    return this.#model.defaultOptions;
  }

  override get capabilities(): ChatModelCapabilities {
    return this.#model.capabilities;
  }

  override call(prompt: Prompt, options?: ChatModelRunOptions): Promise<ChatResponse> {
    if (this.#registry.isNoop) return this.#model.call(prompt, options);
    return this.#registry.observe(
      () => new ChatModelObservationContext(prompt, this.#provider, false),
      this.#convention,
      async (context) => {
        const response = await this.#model.call(prompt, options);
        if (context) context.response = response;
        return response;
      },
    );
  }

  override stream(prompt: Prompt, options?: ChatModelRunOptions): AsyncIterable<ChatResponse> {
    if (this.#registry.isNoop) return this.#model.stream(prompt, options);
    return this.#registry.observeStream(
      () => new ChatModelObservationContext(prompt, this.#provider, true),
      this.#convention,
      (context) => noting(this.#model.stream(prompt, options), context),
    );
  }
}

/** Keeps what was read so far in the context, so that a stream that was stopped early is described too. */
async function* noting(
  chunks: AsyncIterable<ChatResponse>,
  context: ChatModelObservationContext | null,
): AsyncGenerator<ChatResponse, void, void> {
  const aggregator = new ChatResponseAggregator();
  let read = false;
  try {
    for await (const chunk of chunks) {
      read = true;
      aggregator.add(chunk);
      yield chunk;
    }
  } finally {
    if (context && read) context.response = aggregator.response;
  }
}

/** The first word of what a model says about its provider (`openai.responses`), or of its class (`OfflineChatModel`). */
function providerOf(model: ChatModel): string {
  const { provider } = model as { readonly provider?: unknown };
  if (typeof provider === 'string') return provider.split('.', 1)[0] ?? provider;
  return model.constructor.name.replace(/(Chat)?Model$/, '').toLowerCase() || 'unknown';
}
