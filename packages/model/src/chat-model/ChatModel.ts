import { ChatOptions } from '../prompt/ChatOptions.js';
import type { Prompt } from '../prompt/Prompt.js';
import type { ChatResponse } from '../response/ChatResponse.js';
import { type ChatModelCapabilities, NO_CAPABILITIES } from './ChatModelCapabilities.js';

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

  /**
   * What this model takes beyond a plain request; by default nothing, so that every model can be used without knowing of
   * it. The same object at every access; a model that wraps another one hands on what that declares.
   */
  get capabilities(): ChatModelCapabilities {
    return NO_CAPABILITIES;
  }

  /** Asks the model and waits for the whole answer. */
  abstract call(prompt: Prompt, options?: ChatModelRunOptions): Promise<ChatResponse>;

  /** Asks the model and hands out the answer in chunks; by default the whole answer is the only chunk. */
  async *stream(prompt: Prompt, options?: ChatModelRunOptions): AsyncIterable<ChatResponse> {
    yield await this.call(prompt, options);
  }
}

const NO_OPTIONS = new ChatOptions();
