import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import type { EntityParamSpec } from '../structured-output/EntityParamSpec.js';
import type { OutputType } from '../structured-output/OutputType.js';
import type { ResponseEntity } from '../structured-output/ResponseEntity.js';
import type { StructuredOutputConverter } from '../structured-output/StructuredOutputConverter.js';
import { StructuredOutputRequest } from '../structured-output/StructuredOutputRequest.js';
import type { ChatClientResponse } from './ChatClientResponse.js';
import type { PreparedRequest } from './PreparedRequest.js';

/** What to make of the answer. Each method runs a complete turn; nothing runs before (CC-23). */
export interface CallResponseSpec {
  /** The text of the first answer; null if there is no answer or no text. */
  content(): Promise<string | null>;
  chatResponse(): Promise<ChatResponse | null>;
  chatClientResponse(): Promise<ChatClientResponse>;
  /**
   * The answer as a value: of a class, of another type or a JSON Schema, or what a converter makes of it. Null if the
   * answer has no text.
   *
   * @throws {IllegalArgumentException} `type cannot be null`
   * @throws {StructuredOutputException} if the answer does not have the form
   */
  entity<T>(type: OutputType<T> | StructuredOutputConverter<T>, spec?: DescribeEntity): Promise<T | null>;
  /** {@link entity} with the response that it was made of. */
  responseEntity<T>(
    type: OutputType<T> | StructuredOutputConverter<T>,
    spec?: DescribeEntity,
  ): Promise<ResponseEntity<T>>;
}

type DescribeEntity = (spec: EntityParamSpec) => void;

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

  async entity<T>(type: OutputType<T> | StructuredOutputConverter<T>, spec?: DescribeEntity): Promise<T | null> {
    return (await this.responseEntity(type, spec)).entity;
  }

  async responseEntity<T>(
    type: OutputType<T> | StructuredOutputConverter<T>,
    spec?: DescribeEntity,
  ): Promise<ResponseEntity<T>> {
    const output = new StructuredOutputRequest<T>(type, spec);
    const prepared = (await this.#prepared).forOutput(output);
    const { chatResponse: response } = await prepared.call(this.#signal);
    return { response, entity: await output.entityOf(response?.result?.output.text) };
  }
}
