import { shorten, ToolwrightException } from '@toolwright/core';

/** What is known about a request that failed. */
export interface ModelRequestFailure {
  /** Provider and name of the model. */
  readonly model: string;
  /** Status of HTTP; null if there was no answer at all. */
  readonly statusCode: number | null;
  /** Whether the same request may succeed later: too many requests, overload, a failing connection. */
  readonly retryable: boolean;
  /** The time after which the provider wants to be asked again, in milliseconds; null if it does not say. */
  readonly retryAfter: number | null;
  /** The provider's own words. */
  readonly detail: string;
  /** How often the request was sent. */
  readonly attempts: number;
  /** What to do about it, as a sentence. */
  readonly advice?: string;
}

const LONGEST_DETAIL = 500;

/** A provider refused a request, or could not be reached. */
export class ModelRequestException extends ToolwrightException {
  override readonly code = 'MODEL_REQUEST_FAILED';
  readonly failure: ModelRequestFailure;

  constructor(failure: ModelRequestFailure, options?: ErrorOptions) {
    const { model, statusCode, attempts, detail, advice } = failure;
    const status = statusCode === null ? '' : ` with status ${statusCode}`;
    const tried = attempts > 1 ? ` (${attempts} attempts)` : '';
    const words = shorten(detail, LONGEST_DETAIL).replace(/\.$/, '');
    super(`The request to ${model} failed${status}${tried}: ${words}.${advice ? ` ${advice}` : ''}`, options);
    this.failure = failure;
  }

  get statusCode(): number | null {
    return this.failure.statusCode;
  }

  get retryable(): boolean {
    return this.failure.retryable;
  }

  /** In milliseconds. */
  get retryAfter(): number | null {
    return this.failure.retryAfter;
  }

  get attempts(): number {
    return this.failure.attempts;
  }

  /** This failure with other facts, such as the number of attempts. */
  with(facts: Partial<ModelRequestFailure>): ModelRequestException {
    return new ModelRequestException({ ...this.failure, ...facts }, { cause: this.cause });
  }
}
