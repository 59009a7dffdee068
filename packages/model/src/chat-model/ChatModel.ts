import { ChatOptions } from '../prompt/ChatOptions.js';
import type { Prompt } from '../prompt/Prompt.js';
import type { ChatResponse } from '../response/ChatResponse.js';

/** How a model request is run. */
export interface ChatModelRunOptions {
  /** Ends the request when it fires; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * A language model. It never runs tools: a request to run one comes back in the response. One instance serves any
 * number of concurrent requests.
 */
export abstract class ChatModel {
  /** The options of requests that bring none (OP-08); also the base that a chat client merges its options into. */
  get defaultOptions(): ChatOptions {
    return NO_OPTIONS;
  }

  /** Asks the model and waits for the whole answer. */
  abstract call(prompt: Prompt, options?: ChatModelRunOptions): Promise<ChatResponse>;

  /** Asks the model and hands out the answer in chunks; by default the whole answer is the only chunk. */
  async *stream(prompt: Prompt, options?: ChatModelRunOptions): AsyncIterable<ChatResponse> {
    yield await this.call(prompt, options);
  }
}

const NO_OPTIONS = new ChatOptions();
