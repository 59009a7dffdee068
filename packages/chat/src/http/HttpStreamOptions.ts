import type { TurnEvent } from '../events/TurnEvent.js';

/** What of a turn goes over HTTP. */
export interface HttpStreamOptions {
  /**
   * Decides what a reader sees of each event: the event itself, a changed one, or nothing. By default everything is
   * sent, arguments and results of tools included.
   */
  readonly select?: (event: TurnEvent) => TurnEvent | undefined;
  /** The text that a reader is told of a failure; default {@link DEFAULT_ERROR_TEXT}, since messages may be private. */
  readonly errorText?: (error: unknown) => string;
}

/** How {@link StreamResponseSpec.toReadableStream} frames a turn. */
export interface ReadableStreamOptions extends HttpStreamOptions {
  /**
   * `sse`: server-sent events, `event: <type>`, `data: <JSON>` and an empty line each. `ndjson`: one JSON object a line.
   * `text`: the text alone, broken off if the turn fails.
   * Default `sse`.
   */
  readonly format?: HttpStreamFormat;
}

/** See {@link ReadableStreamOptions.format}. */
export type HttpStreamFormat = 'sse' | 'ndjson' | 'text';

/** How {@link StreamResponseSpec.toUIMessageStream} describes a turn. */
export interface UIMessageStreamOptions extends HttpStreamOptions {
  /** The id of the message that the stream writes; default: the reader makes one. */
  readonly messageId?: string;
  /** What the message carries as its metadata when the turn ends; default nothing. */
  readonly metadata?: (finish: Extract<TurnEvent, { readonly type: 'finish' }>) => unknown;
}

/** What a reader is told of a failure unless it is decided otherwise. */
export const DEFAULT_ERROR_TEXT = 'The turn failed.';
