import type { MaybePromise } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import { suspendedTurnOf } from '../approval/PendingApproval.js';
import { TurnSuspendedException } from '../approval/TurnSuspendedException.js';
import type { EntityParamSpec } from '../structured-output/EntityParamSpec.js';
import type { OutputType } from '../structured-output/OutputType.js';
import type { ResponseEntity } from '../structured-output/ResponseEntity.js';
import type { StructuredOutputConverter } from '../structured-output/StructuredOutputConverter.js';
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
   * @throws {TurnSuspendedException} if the turn waits for approvals
   */
  entity<T>(type: OutputType<T> | StructuredOutputConverter<T>, spec?: DescribeEntity): Promise<T | null>;
  /** {@link entity} with the response that it was made of; without a value if the turn waits for approvals. */
  responseEntity<T>(
    type: OutputType<T> | StructuredOutputConverter<T>,
    spec?: DescribeEntity,
  ): Promise<ResponseEntity<T>>;
}

/**
 * What to make of the answer of a turn that goes on. Awaiting it runs the turn and gives the whole response; a turn can
 * be resumed once, so only one of the methods is of use.
 */
export interface ResumedCallSpec extends CallResponseSpec, PromiseLike<ChatClientResponse> {}

/** Says how an answer is read as a value. */
export type DescribeEntity = (spec: EntityParamSpec) => void;

/** Runs a prepared request in `call()` mode. */
export class DefaultCallResponseSpec implements CallResponseSpec {
  /** @param prepare called for each run */
  constructor(
    private readonly prepare: () => MaybePromise<PreparedRequest>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async content(): Promise<string | null> {
    const { chatResponse } = await this.chatClientResponse();
    return chatResponse?.result?.output.text ?? null;
  }

  async chatResponse(): Promise<ChatResponse | null> {
    return (await this.chatClientResponse()).chatResponse;
  }

  chatClientResponse(): Promise<ChatClientResponse> {
    const prepared = this.prepare();
    return prepared instanceof Promise
      ? prepared.then((request) => request.call(this.signal))
      : prepared.call(this.signal);
  }

  async entity<T>(type: OutputType<T> | StructuredOutputConverter<T>, spec?: DescribeEntity): Promise<T | null> {
    const { response, entity } = await this.responseEntity(type, spec);
    const suspended = suspendedTurnOf(response);
    if (suspended) throw new TurnSuspendedException(suspended);
    return entity;
  }

  async responseEntity<T>(
    type: OutputType<T> | StructuredOutputConverter<T>,
    spec?: DescribeEntity,
  ): Promise<ResponseEntity<T>> {
    const { StructuredOutputRequest } = await import('../structured-output/StructuredOutputRequest.js');
    const output = new StructuredOutputRequest<T>(type, spec);
    const prepared = (await this.prepare()).forOutput(output);
    const { chatResponse: response } = await prepared.call(this.signal);
    if (suspendedTurnOf(response)) return { response, entity: null };
    return { response, entity: await output.entityOf(response?.result?.output.text) };
  }
}

/** Resumes a turn in `call()` mode. */
export class DefaultResumedCallSpec extends DefaultCallResponseSpec implements ResumedCallSpec {
  then<R = ChatClientResponse, E = never>(
    onResponse?: ((response: ChatClientResponse) => R | PromiseLike<R>) | null,
    onError?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return this.chatClientResponse().then(onResponse, onError);
  }
}
