import type { FetchLike } from '../../sdk/clientSdkTypes.js';

/** Bytes of one message, the same as over the standard streams (MX-10). */
const MAX_MESSAGE = 10 * 2 ** 20;

const EVENT_ENDS = ['\n\n', '\r\n\r\n', '\r\r'].map((end) => Buffer.from(end));
const LONGEST_END = 4;

/**
 * `fetch` whose answers fail as soon as one message is too large: an answer as a whole, or one event of a stream. Otherwise a
 * server could fill the memory with a message that never ends.
 */
export function limitedFetch(fetchLike: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetchLike(url, init);
    const { body, headers, status, statusText } = response;
    if (!body) return response;
    const limit = headers.get('content-type')?.includes('text/event-stream') ? eventLimit() : wholeLimit();
    const limited = body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(limit));
    return new Response(limited, { status, statusText, headers });
  };
}

type Limit = { transform(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void };

function wholeLimit(): Limit {
  let size = 0;
  return {
    transform: (chunk, controller) => {
      size += chunk.length;
      requireSize(size);
      controller.enqueue(chunk);
    },
  };
}

function eventLimit(): Limit {
  let size = 0;
  let tail = Buffer.alloc(0);
  return {
    transform: (chunk, controller) => {
      // The end of an event may be split over two chunks.
      const bytes = Buffer.concat([tail, chunk]);
      const end = Math.max(...EVENT_ENDS.map((mark) => bytes.lastIndexOf(mark)));
      size = end < 0 ? size + chunk.length : bytes.length - end;
      requireSize(size);
      tail = bytes.subarray(-LONGEST_END + 1);
      controller.enqueue(chunk);
    },
  };
}

function requireSize(size: number): void {
  if (size > MAX_MESSAGE) throw new Error(`A message of the server has more than ${MAX_MESSAGE} bytes`);
}
