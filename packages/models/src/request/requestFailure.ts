import { types } from 'node:util';
import { isToolwrightException } from '@toolwright/core';
import { ErrorReport, isPassingStatus } from './ErrorReport.js';
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
  if (typeof error === 'string') return reported(error, model);
  if (typeof error !== 'object' || error === null) return new ModelResponseException(model, 'it reports an error');
  const failure = error as ProviderError;
  const statusCode = typeof failure.statusCode === 'number' ? failure.statusCode : null;
  if (ABOUT_THE_ANSWER.test(failure.name) || (statusCode !== null && statusCode < 400))
    return aboutAnswer(failure, model);
  if (typeof failure.isRetryable === 'boolean' || failure.name?.startsWith('AI_')) {
    const report = failure.data === undefined ? ErrorReport.parse(failure.responseBody) : ErrorReport.of(failure.data);
    return refused(failure, model, {
      statusCode,
      retryable:
        (statusCode === null || isPassingStatus(statusCode)) &&
        !report.isFinal &&
        // Packages say of some errors at the beginning of a stream that they do not pass, though their kind does.
        (failure.isRetryable === true || report.passes),
      retryAfter: retryAfterOf(failure.responseHeaders),
      // A package that does not find the provider's words gives the name of the status instead.
      detail: (failure.data === undefined ? report.message : undefined) ?? failure.message,
      ...((statusCode === 401 || statusCode === 403) && { advice: 'Check the API key and what it may be used for.' }),
    });
  }
  if (!types.isNativeError(error)) return reported(error, model);
  if (error.name === 'TypeError') return thrownByPackage(error, model);
  return error;
}

/** An answer that is not what the package expects: broken off, of another form, or an error that came with status 200. */
function aboutAnswer(failure: ProviderError, model: string): Error {
  for (let current: unknown = failure; types.isNativeError(current); current = current.cause) {
    const { value } = current as { value?: unknown };
    if (ErrorReport.isReport(value)) return reported(value, model);
    const code = codeOf(current);
    if (code !== undefined) return broken(failure, model, code);
  }
  return new ModelResponseException(model, describeForm(failure));
}

/** Node.js reports a broken connection as a TypeError, like a package that stumbles over an answer of another form. */
function thrownByPackage(error: Error, model: string): Error {
  const code = codeOf(error.cause);
  if (code !== undefined) return broken(error, model, code);
  return new ModelResponseException(model, "the provider's package could not read it", { cause: error });
}

function broken(error: object, model: string, code: string): Error {
  const detail = `the connection broke (${code})`;
  return refused(error, model, { statusCode: null, retryable: true, retryAfter: null, detail });
}

/** The code of an error of Node.js, such as `ECONNRESET`. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Errors inside of a stream, or instead of an answer, are whatever the provider sent. */
function reported(error: unknown, model: string): Error {
  const report = ErrorReport.of(error);
  return refused(typeof error === 'object' ? error : null, model, {
    statusCode: report.statusCode,
    retryable: report.passes,
    retryAfter: null,
    detail: (report.message ?? report.kind) || 'the provider reported an error',
  });
}

function refused(cause: object | null, model: string, failure: Omit<ModelRequestFailure, 'model' | 'attempts'>) {
  for (const key of cause ? CONTENT : []) {
    if (Object.getOwnPropertyDescriptor(cause, key)?.configurable) {
      Object.defineProperty(cause, key, { enumerable: false });
    }
  }
  return new ModelRequestException({ model, attempts: 1, ...failure }, { cause });
}

/** What is wrong with the form of an answer, without quoting it. */
function describeForm(error: ProviderError): string {
  for (let current: unknown = error; types.isNativeError(current); current = current.cause) {
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
  if (!Number.isNaN(seconds)) return seconds >= 0 && text.trim() !== '' ? seconds * 1000 : null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now());
}
