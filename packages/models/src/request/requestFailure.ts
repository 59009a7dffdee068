import { isToolwrightException } from '@toolwright/core';
import { ModelRequestException, type ModelRequestFailure } from './ModelRequestException.js';
import { ModelResponseException } from './ModelResponseException.js';

/** The errors of the AI SDK, told by their shape: every provider may bring its own copy of their classes. */
interface ProviderError {
  readonly name: string;
  readonly message: string;
  readonly cause?: unknown;
  readonly statusCode?: unknown;
  readonly isRetryable?: unknown;
  readonly responseBody?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly data?: unknown;
}

/** Errors of the AI SDK that quote what the model answered. */
const ABOUT_THE_ANSWER =
  /^AI_(JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated)Error$/;

/** What of an error of the AI SDK holds prompts, answers or headers; it stays reachable but is not printed. */
const CONTENT = ['requestBodyValues', 'responseBody', 'responseHeaders', 'data', 'value', 'text', 'prompt'];

/** What a provider threw, as an exception of ours; exceptions of ours stay as they are. */
export function requestFailure(error: unknown, model: string): Error {
  if (isToolwrightException(error)) return error;
  if (typeof error !== 'object' || error === null) return new ModelResponseException(model, 'it reports an error');
  const failure = error as ProviderError;
  const statusCode = typeof failure.statusCode === 'number' ? failure.statusCode : null;
  if (ABOUT_THE_ANSWER.test(failure.name) || (statusCode !== null && statusCode < 400)) {
    return new ModelResponseException(model, describeForm(failure));
  }
  if (typeof failure.isRetryable === 'boolean' || failure.name?.startsWith('AI_')) {
    return refused(failure, model, {
      statusCode,
      retryable: isWorthRetrying(failure, statusCode),
      retryAfter: retryAfterOf(failure.responseHeaders),
      detail: detailOf(failure),
      ...((statusCode === 401 || statusCode === 403) && { advice: 'Check the API key and what it may be used for.' }),
    });
  }
  if (!(error instanceof Error)) return streamedFailure(error, model);
  if (error instanceof TypeError) return thrownByPackage(error, model);
  return error;
}

/** The provider's words; a package that does not find them gives the name of the status instead. */
function detailOf({ message, responseBody, data }: ProviderError): string {
  if (data !== undefined || typeof responseBody !== 'string') return message;
  try {
    const { error } = JSON.parse(responseBody) as { error?: unknown };
    const words = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
    return typeof words === 'string' ? words : message;
  } catch {
    return message;
  }
}

/** Node.js reports a broken connection as a TypeError, like a package that stumbles over an answer of another form. */
function thrownByPackage(error: TypeError, model: string): Error {
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (typeof code !== 'string') {
    return new ModelResponseException(model, "the provider's package could not read it", { cause: error });
  }
  const detail = `the connection broke (${code})`;
  return refused(error, model, { statusCode: null, retryable: true, retryAfter: null, detail });
}

/** A quota that is used up is a 429 like any other, but waiting does not fill it. */
function isWorthRetrying(error: ProviderError, status: number | null): boolean {
  if (error.isRetryable !== true) return false;
  if (status !== null && status !== 408 && status !== 409 && status !== 429 && status < 500) return false;
  const details = (error.data as { error?: { code?: unknown; type?: unknown } } | undefined)?.error;
  return details?.code !== 'insufficient_quota' && details?.type !== 'insufficient_quota';
}

/** Errors inside of a stream are whatever the provider sent: an object with a text somewhere in it. */
function streamedFailure(error: object, model: string): Error {
  const inner = (error as { error?: unknown }).error;
  const { message, type, code } = (typeof inner === 'object' && inner !== null ? inner : error) as Record<
    string,
    unknown
  >;
  const kind = [type, code].filter((word) => typeof word === 'string').join(' ');
  return refused(error, model, {
    statusCode: null,
    retryable: /overloaded|rate_limit|api_error|server_error|unavailable/i.test(kind),
    retryAfter: null,
    detail: typeof message === 'string' ? message : kind || 'the provider reported an error',
  });
}

function refused(cause: object, model: string, failure: Omit<ModelRequestFailure, 'model' | 'attempts'>) {
  for (const key of CONTENT) {
    if (Object.getOwnPropertyDescriptor(cause, key)?.configurable) {
      Object.defineProperty(cause, key, { enumerable: false });
    }
  }
  return new ModelRequestException({ model, attempts: 1, ...failure }, { cause });
}

/** What is wrong with the form of an answer, without quoting it. */
function describeForm(error: ProviderError): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const { issues } = current as { issues?: unknown };
    if (!Array.isArray(issues)) continue;
    const places = (issues as { path?: readonly PropertyKey[] }[]).map(({ path = [] }) => path.map(String).join('.'));
    return `it does not have the form that the provider's package expects, at ${places.slice(0, 3).join(', ') || 'its root'}`;
  }
  if (error.name === 'AI_EmptyResponseBodyError' || error.name === 'AI_NoContentGeneratedError') return 'it is empty';
  return "it does not have the form that the provider's package expects";
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds. */
export function retryAfterOf(
  headers: Readonly<Record<string, string>> | undefined,
  now: () => number = Date.now,
): number | null {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  const text = headers?.['retry-after'];
  if (text === undefined) return null;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now());
}
