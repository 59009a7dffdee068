/** What a provider says about an error, wherever it says so: in the body of a refusal or inside of a stream. */
export class ErrorReport {
  readonly message: string | undefined;
  /** The provider's words for the kind of error. */
  readonly kind: string;
  /** The status of HTTP that the error would have had, if the report has one. */
  readonly statusCode: number | null;

  private constructor(message: string | undefined, kind: string, statusCode: number | null) {
    this.message = message;
    this.kind = kind;
    this.statusCode = statusCode;
  }

  /** The report in a value that is known to be one: a text, or an object, in which `error` may hold it. */
  static of(value: unknown): ErrorReport {
    const report = isObject(value) ? (value['error'] ?? value) : value;
    if (!isObject(report)) return new ErrorReport(textOf(report), '', null);
    const { message, type, code, status } = report;
    const kind = [type, code, status].filter((word) => typeof word === 'string').join(' ');
    const number = Number(code ?? status);
    return new ErrorReport(textOf(message), kind, number >= 400 && number < 600 ? number : null);
  }

  /** The report in the text of an answer; nothing is known if it has another form. */
  static parse(text: unknown): ErrorReport {
    if (typeof text !== 'string') return ErrorReport.of(undefined);
    try {
      return ErrorReport.of(JSON.parse(text));
    } catch {
      return ErrorReport.of(undefined);
    }
  }

  /** Whether something that should have been an answer is a report instead. */
  static isReport(value: unknown): boolean {
    if (!isObject(value)) return false;
    const { error, object, type } = value;
    return (typeof error === 'string' && error !== '') || isObject(error) || object === 'error' || type === 'error';
  }

  /** Whether the same request may succeed later. A quota that is used up is a 429 like any other, but waiting does not fill it. */
  get passes(): boolean {
    if (this.isFinal) return false;
    return this.statusCode === null ? PASSING_KIND.test(this.kind) : isPassingStatus(this.statusCode);
  }

  get isFinal(): boolean {
    return this.kind.includes('insufficient_quota');
  }
}

const PASSING_KIND = /overloaded|rate_limit|api_error|server_error|unavailable|exhausted|capacity_exceeded|too_many/i;

/** Whether a request that was answered with this status of HTTP may succeed later. */
export function isPassingStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
