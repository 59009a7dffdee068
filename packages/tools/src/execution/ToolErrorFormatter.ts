import type { ToolResponseError } from '@toolwright/model';

/** A response that says why there is no result. */
export interface ToolErrorDetails {
  readonly toolName: string;
  /** What the model is told. */
  readonly message: string;
  readonly error: ToolResponseError;
}

/** Writes the responses of calls that failed or did not run: limits, unknown tools, argument errors, failures (TX-14). */
export abstract class ToolErrorFormatter {
  /** @returns the text of the response */
  abstract format(details: ToolErrorDetails): string;
}

/** The message as it is. */
export class TextToolErrorFormatter extends ToolErrorFormatter {
  override format({ message }: ToolErrorDetails): string {
    return message;
  }
}

/** `{"error":{"code":"LIMIT_EXCEEDED","message":"…"}}`, for providers that want every result to be JSON. */
export class JsonToolErrorFormatter extends ToolErrorFormatter {
  override format({ message, error: { code } }: ToolErrorDetails): string {
    return JSON.stringify({ error: { code, message } });
  }
}
