import type { ChatModel, ChatResponse } from '@toolwright/model';
import { LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { requireChatModel, TERMINAL_ADVISOR } from './terminalAdvisor.js';

/** The end of a chain of `stream()`: asks the model with the prompt as the last advisor left it (AD-06). */
export class ChatModelStreamAdvisor implements StreamAdvisor {
  readonly name = 'stream';
  readonly order = LOWEST_PRECEDENCE;
  readonly [TERMINAL_ADVISOR] = true;
  /** The model that is asked; null for that of the chain, with which one advisor serves all clients. */
  readonly chatModel: ChatModel | null;

  constructor(chatModel: ChatModel | null = null) {
    this.chatModel = chatModel;
  }

  /** @throws {IllegalStateException} if neither this advisor nor the chain has a model */
  adviseStream(request: ChatClientRequest, chain?: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    const model = requireChatModel(this.chatModel, chain);
    return { [Symbol.asyncIterator]: () => new ModelChunks(model, request) };
  }
}

/** The model's chunks as responses. Written out, because a generator costs several promises per chunk. */
class ModelChunks implements AsyncIterator<ChatClientResponse, void, void> {
  readonly #chatModel: ChatModel;
  readonly #request: ChatClientRequest;
  #chunks: AsyncIterator<ChatResponse> | undefined;
  #hasEnded = false;

  constructor(chatModel: ChatModel, request: ChatClientRequest) {
    this.#chatModel = chatModel;
    this.#request = request;
  }

  next(): Promise<IteratorResult<ChatClientResponse, void>> {
    if (this.#hasEnded) return Promise.resolve(END);
    try {
      this.#chunks ??= this.#ask();
      return this.#chunks.next().then(this.#passOn, this.#fail);
    } catch (error) {
      this.#hasEnded = true;
      const reason = error as Error;
      return Promise.reject(reason);
    }
  }

  async return(): Promise<IteratorResult<ChatClientResponse, void>> {
    this.#hasEnded = true;
    await this.#chunks?.return?.();
    return END;
  }

  #ask(): AsyncIterator<ChatResponse> {
    const { abortable, prompt } = this.#request;
    const chunks = abortable
      ? this.#chatModel.stream(prompt, { signal: this.#request.signal })
      : this.#chatModel.stream(prompt);
    return chunks[Symbol.asyncIterator]();
  }

  readonly #passOn = (step: IteratorResult<ChatResponse, unknown>): IteratorResult<ChatClientResponse, void> => {
    const request = this.#request;
    // A model need not look at the signal itself, and one that does may end as if it had said everything.
    if (request.abortable && request.signal.aborted) this.#abandon();
    if (step.done) {
      this.#hasEnded = true;
      return END;
    }
    return { done: false, value: ChatClientResponse.of(step.value ?? null, request.context, request.round) };
  };

  #abandon(): never {
    this.return().catch(() => undefined);
    throw this.#request.signal.reason;
  }

  readonly #fail = (error: unknown): never => {
    this.#hasEnded = true;
    throw error;
  };
}

const END = Object.freeze({ done: true, value: undefined });
