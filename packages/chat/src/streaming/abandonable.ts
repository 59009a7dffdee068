/** What an abandonable iterable makes its items with. */
type Start<T> = (signal: AbortSignal) => AsyncIterator<T, unknown, void>;

/**
 * An iterable whose every iteration is a new one of `start` with a signal of its own. The signal fires when `outer` does,
 * and when the consumer stops before the end, also while a pull is pending: a generator alone would see that only after
 * the pull has been answered (CX-106). After the end nothing fires.
 *
 * @param outer the caller's signal, if there is one
 */
export function abandonable<T>(start: Start<T>, outer: AbortSignal | undefined): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => new AbandonableIterator(start, outer) };
}

class AbandonableIterator<T> implements AsyncIterator<T, void, void> {
  readonly #start: Start<T>;
  readonly #outer: AbortSignal | undefined;
  #items: AsyncIterator<T, unknown, void> | undefined;
  /** Missing before the first pull and after the end. */
  #controller: AbortController | undefined;
  #hasEnded = false;

  constructor(start: Start<T>, outer: AbortSignal | undefined) {
    this.#start = start;
    this.#outer = outer;
  }

  next(): Promise<IteratorResult<T, void>> {
    if (this.#hasEnded) return Promise.resolve(END);
    try {
      this.#items ??= this.#begin();
      return this.#items.next().then(this.#passOn, this.#fail);
    } catch (error) {
      return Promise.reject(this.#ended(error));
    }
  }

  async return(): Promise<IteratorResult<T, void>> {
    const controller = this.#controller;
    this.#ended(undefined);
    controller?.abort(new DOMException('The consumer of the stream has stopped', 'AbortError'));
    await this.#items?.return?.();
    return END;
  }

  #begin(): AsyncIterator<T, unknown, void> {
    this.#outer?.throwIfAborted();
    this.#outer?.addEventListener('abort', this.#forward, { once: true });
    this.#controller = new AbortController();
    return this.#start(this.#controller.signal);
  }

  readonly #forward = (): void => {
    this.#controller?.abort(this.#outer?.reason);
  };

  readonly #passOn = (step: IteratorResult<T, unknown>): IteratorResult<T, void> => {
    if (!step.done) return step;
    this.#ended(undefined);
    return END;
  };

  readonly #fail = (error: unknown): never => {
    throw this.#ended(error);
  };

  #ended(error: unknown): Error {
    this.#hasEnded = true;
    this.#controller = undefined;
    this.#outer?.removeEventListener('abort', this.#forward);
    return error as Error;
  }
}

const END = Object.freeze({ done: true, value: undefined });
