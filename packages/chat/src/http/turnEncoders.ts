import type { TurnEvent } from '../events/TurnEvent.js';
import type { StreamEncoder } from './byteStream.js';
import { eventToJson } from './eventJson.js';
import { DEFAULT_ERROR_TEXT, type HttpStreamFormat, type ReadableStreamOptions } from './HttpStreamOptions.js';

/** The media types of the formats. */
export const CONTENT_TYPES: Readonly<Record<HttpStreamFormat, string>> = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** The encoder of a format. */
export function turnEncoder({ format = 'sse', select, errorText }: ReadableStreamOptions): StreamEncoder<TurnEvent> {
  const write = WRITERS[format];
  return {
    begin: () => '',
    item: (event) => {
      const selected = select ? select(event) : event;
      return selected ? write(selected.type, selected) : '';
    },
    end: () => '',
    failure: (error) => {
      // A text has no place for it.
      if (format === 'text') return null;
      return write('error', { message: errorText ? errorText(error) : DEFAULT_ERROR_TEXT });
    },
  };
}

type Failure = { readonly message: string };

const WRITERS: Readonly<Record<HttpStreamFormat, (type: string, data: TurnEvent | Failure) => string>> = {
  sse: (type, data) => `event: ${type}\ndata: ${JSON.stringify(toJson(data))}\n\n`,
  ndjson: (_type, data) => `${JSON.stringify(toJson(data))}\n`,
  text: (_type, data) => ('type' in data && data.type === 'text-delta' ? data.text : ''),
};

function toJson(data: TurnEvent | Failure): unknown {
  return 'type' in data ? eventToJson(data) : { type: 'error', ...data };
}
