/**
 * An iterable whose every iteration is a new one of `start` with a signal of its own. The signal fires when `outer` does,
 * and when the consumer stops before the end, also while a pull is pending: a generator alone would see that only after
 * the pull has been answered (CX-106). After the end nothing fires.
 *
 * @param outer the caller's signal, if there is one
 */
export function abandonable<T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void, void>,
  outer: AbortSignal | undefined,
): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => iterate(start, outer) };
}

function iterate<T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void, void>,
  outer: AbortSignal | undefined,
): AsyncIterator<T, void, void> {
  let controller: AbortController | undefined;
  async function* run(): AsyncGenerator<T, void, void> {
    const own = new AbortController();
    const forward = (): void => {
      own.abort(outer?.reason);
    };
    outer?.throwIfAborted();
    outer?.addEventListener('abort', forward, { once: true });
    controller = own;
    try {
      yield* start(own.signal);
    } finally {
      controller = undefined;
      outer?.removeEventListener('abort', forward);
    }
  }
  const items = run();
  return {
    next: () => items.next(),
    return: () => {
      controller?.abort(new DOMException('The consumer of the stream has stopped', 'AbortError'));
      return items.return();
    },
  };
}
