import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import type { ChatClientResponse } from './ChatClientResponse.js';
import type { PreparedRequest } from './PreparedRequest.js';

/** What to make of the answer. Each method runs a complete turn; nothing runs before (CC-23). */
export interface CallResponseSpec {
  /** The text of the first answer; null if there is no answer or no text. */
  content(): Promise<string | null>;
  chatResponse(): Promise<ChatResponse | null>;
  chatClientResponse(): Promise<ChatClientResponse>;
}

/** Runs a prepared request in `call()` mode. */
export class DefaultCallResponseSpec implements CallResponseSpec {
  readonly #prepared: MaybePromise<PreparedRequest>;
  readonly #signal: AbortSignal | undefined;

  constructor(prepared: MaybePromise<PreparedRequest>, signal: AbortSignal | undefined) {
    this.#prepared = prepared;
    this.#signal = signal;
  }

  async content(): Promise<string | null> {
    const { chatResponse } = await this.chatClientResponse();
    return chatResponse?.result?.output.text ?? null;
  }

  async chatResponse(): Promise<ChatResponse | null> {
    return (await this.chatClientResponse()).chatResponse;
  }

  async chatClientResponse(): Promise<ChatClientResponse> {
    const prepared = await this.#prepared;
    return prepared.call(this.#signal);
  }
}
