/** An iterable whose every iteration is a new one of `start`; nothing happens before the first pull. */
export function replayable<T>(start: () => AsyncGenerator<T, unknown, void>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => start() as AsyncIterator<T> };
}

/** An iterable that fails with `error` at the first pull. */
export function failing<T>(error: unknown): AsyncIterable<T> {
  const reason = error as Error;
  return {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(reason) }),
  };
}
