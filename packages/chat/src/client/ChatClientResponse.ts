import type { ChatResponse } from '@toolwright/model';
import { type Context, type ContextInput, EMPTY_CONTEXT, extendContext } from './Context.js';

/** What travels up the advisor chain: the model's answer, or one chunk of it, and values from advisors. Immutable. */
export class ChatClientResponse {
  /** The model's answer; null if there is none. */
  readonly chatResponse: ChatResponse | null;
  /** The entries of the request's context and what advisors added. Frozen. */
  readonly context: Context;
  /** The model request, counted from 0 within the turn, that this answer belongs to (CX-104). */
  readonly round: number;

  private constructor(chatResponse: ChatResponse | null, context: Context, round: number) {
    this.chatResponse = chatResponse;
    this.context = context;
    this.round = round;
  }

  static builder(): ChatClientResponse.Builder {
    return new ChatClientResponse.Builder(ChatClientResponse.#build);
  }

  /**
   * A response without any check and without a copy of its parts.
   *
   * @internal
   * @param context must be frozen
   */
  static of(chatResponse: ChatResponse | null, context: Context, round: number): ChatClientResponse {
    return new ChatClientResponse(chatResponse, context, round);
  }

  /** An equal response. */
  copy(): ChatClientResponse {
    return new ChatClientResponse(this.chatResponse, this.context, this.round);
  }

  /** A builder filled with this response; the response itself never changes. */
  mutate(): ChatClientResponse.Builder {
    return new ChatClientResponse.Builder(ChatClientResponse.#build, this);
  }

  static readonly #build: BuildResponse = (chatResponse, context, round) =>
    new ChatClientResponse(chatResponse, context, round);
}

type BuildResponse = (chatResponse: ChatResponse | null, context: Context, round: number) => ChatClientResponse;

export namespace ChatClientResponse {
  /** Builds a {@link ChatClientResponse}; by default without an answer, without context, of round 0. */
  export class Builder {
    readonly #build: BuildResponse;
    #chatResponse: ChatResponse | null;
    #context: Context;
    #round: number;

    /** @internal */
    constructor(build: BuildResponse, origin?: ChatClientResponse) {
      this.#build = build;
      this.#chatResponse = origin?.chatResponse ?? null;
      this.#context = origin?.context ?? EMPTY_CONTEXT;
      this.#round = origin?.round ?? 0;
    }

    chatResponse(chatResponse: ChatResponse | null): this {
      this.#chatResponse = chatResponse ?? null;
      return this;
    }

    /**
     * Adds one entry or several; others are kept, equal keys are replaced (AD-18).
     *
     * @throws {IllegalArgumentException} `context cannot be null`, `context keys cannot be null`
     */
    context(context: ContextInput): this;
    context(key: string, value: unknown): this;
    context(contextOrKey: ContextInput | string, ...value: readonly [unknown?]): this {
      this.#context = extendContext(this.#context, contextOrKey, value);
      return this;
    }

    /** @param round from 0 */
    round(round: number): this {
      this.#round = round;
      return this;
    }

    build(): ChatClientResponse {
      return this.#build(this.#chatResponse, this.#context, this.#round);
    }
  }
}
