import { hasText, IllegalArgumentException, nameClass, requireNonNull, requireState } from '@toolwright/core';
import { AssistantMessage, ChatResponse, Generation } from '@toolwright/model';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from '../streaming/replayable.js';

/**
 * Answers in the model's place when a message of the prompt contains one of the given words, whatever its case. Results
 * of tools and media are not searched (LG-10).
 */
export class SafeGuardAdvisor implements CallAdvisor, StreamAdvisor {
  static readonly DEFAULT_FAILURE_RESPONSE =
    "I'm unable to respond to that due to sensitive content. Could we rephrase or discuss something else?";
  static readonly DEFAULT_ORDER = 0;

  readonly name: string = 'SafeGuardAdvisor';
  readonly order: number;
  readonly #sensitiveWords: readonly string[];
  readonly #failureResponse: string;

  /**
   * @param sensitiveWords none of them empty (LG-11); an empty list lets everything pass
   * @param failureResponse the answer that is given instead
   * @throws {IllegalArgumentException} `Sensitive words must not be null!`, `Sensitive words must not be empty!`,
   *   `Failure response must not be null!`
   */
  constructor(
    sensitiveWords: readonly string[],
    failureResponse: string = SafeGuardAdvisor.DEFAULT_FAILURE_RESPONSE,
    order: number = SafeGuardAdvisor.DEFAULT_ORDER,
  ) {
    const words = requireNonNull(sensitiveWords, 'Sensitive words must not be null!');
    if (!words.every(hasText)) throw new IllegalArgumentException('Sensitive words must not be empty!');
    this.#sensitiveWords = words.map((word) => word.toLowerCase());
    this.#failureResponse = requireNonNull(failureResponse, 'Failure response must not be null!');
    this.order = order;
  }

  static builder(): SafeGuardAdvisor.Builder {
    return new SafeGuardAdvisor.Builder();
  }

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    return this.#isSensitive(request) ? this.#refuse(request) : chain.nextCall(request);
  }

  adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    return replayable(() => this.#chunks(request, chain));
  }

  async *#chunks(
    request: ChatClientRequest,
    chain: StreamAdvisorChain,
  ): AsyncGenerator<ChatClientResponse, void, void> {
    if (this.#isSensitive(request)) yield this.#refuse(request);
    else yield* chain.nextStream(request);
  }

  #isSensitive({ prompt }: ChatClientRequest): boolean {
    if (this.#sensitiveWords.length === 0) return false;
    return prompt.instructions.some((message) => {
      const text = message.text?.toLowerCase();
      return text ? this.#sensitiveWords.some((word) => text.includes(word)) : false;
    });
  }

  #refuse({ context, round }: ChatClientRequest): ChatClientResponse {
    const answer = new Generation(new AssistantMessage(this.#failureResponse));
    return ChatClientResponse.of(new ChatResponse([answer]), context, round);
  }
}

export namespace SafeGuardAdvisor {
  /** Builds a {@link SafeGuardAdvisor}; the words are required. */
  export class Builder {
    #sensitiveWords: readonly string[] | undefined;
    #failureResponse = SafeGuardAdvisor.DEFAULT_FAILURE_RESPONSE;
    #order = SafeGuardAdvisor.DEFAULT_ORDER;

    sensitiveWords(sensitiveWords: readonly string[]): this {
      this.#sensitiveWords = sensitiveWords;
      return this;
    }

    failureResponse(failureResponse: string): this {
      this.#failureResponse = failureResponse;
      return this;
    }

    order(order: number): this {
      this.#order = order;
      return this;
    }

    /** @throws {IllegalStateException} `Sensitive words must not be null!`, if none were given */
    build(): SafeGuardAdvisor {
      const words = this.#sensitiveWords;
      requireState(words !== undefined && words !== null, 'Sensitive words must not be null!');
      return new SafeGuardAdvisor(words, this.#failureResponse, this.#order);
    }
  }
}

nameClass(SafeGuardAdvisor.Builder, 'SafeGuardAdvisor.Builder');
