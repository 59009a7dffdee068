import type { MaybePromise } from '@toolwright/core';

/** Turns what happens into text, frame by frame. One encoder serves one stream. */
export interface StreamEncoder<T> {
  /** What the stream begins with, `''` for nothing. */
  begin(): string;
  /** What is sent for an item, `''` for nothing. */
  item(item: T): string;
  /** What the stream ends with. */
  end(): string;
  /** What is sent, before the end, if the items fail; null if only breaking the stream off can say so. */
  failure(error: unknown): string | null;
}

const utf8 = new TextEncoder();

/**
 * The items as a stream of UTF-8 bytes. An item is pulled when the reader asks for bytes, and never before, so that a slow
 * reader slows the turn down; when the reader cancels, the items are given up at once, also while one is awaited.
 *
 * Failures of the items become a frame where the format has one, not an error of the stream: a reader that is far away
 * could not tell the latter from a lost connection.
 */
export function byteStream<T>(
  items: AsyncIterable<T>,
  encoder: MaybePromise<StreamEncoder<T>>,
): ReadableStream<Uint8Array> {
  const iterator = items[Symbol.asyncIterator]();
  let writer: StreamEncoder<T> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        let text = '';
        if (!writer) {
          writer = await encoder;
          text = writer.begin();
        }
        let ended = false;
        while (text === '' && !ended) [text, ended] = await nextFrame(iterator, writer);
        if (text !== '') controller.enqueue(utf8.encode(text));
        if (ended) controller.close();
      },
      async cancel(): Promise<void> {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function nextFrame<T>(iterator: AsyncIterator<T>, encoder: StreamEncoder<T>): Promise<[string, boolean]> {
  try {
    const step = await iterator.next();
    return step.done ? [encoder.end(), true] : [encoder.item(step.value), false];
  } catch (error) {
    // An item that cannot be written ends the stream too, and nobody would take what follows it.
    iterator.return?.().then(undefined, () => undefined);
    const failure = encoder.failure(error);
    if (failure === null) throw error;
    return [failure + encoder.end(), true];
  }
}
