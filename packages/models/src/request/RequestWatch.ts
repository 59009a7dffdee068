import { ModelTimeoutException } from './ModelTimeoutException.js';
import { requestFailure } from './requestFailure.js';

/** The time of one request: fires its signal when that is over, or when the caller gives up. */
export class RequestWatch {
  readonly #model: string;
  readonly #caller: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #giveUp = (): void => {
    this.#controller.abort(this.#caller?.reason);
  };
  #waiting = false;
  #phase: 'response' | 'idle' | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(model: string, caller: AbortSignal | undefined) {
    this.#model = model;
    this.#caller = caller;
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the time anew; a running timer is used again, since a stream has many parts. */
  expect(phase: 'response' | 'idle', timeout: number): void {
    if (timeout === 0) return;
    this.#waiting = true;
    if (this.#phase === phase && this.#timer) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#phase = phase;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting) this.#controller.abort(new ModelTimeoutException(this.#model, timeout, phase));
    }, timeout);
  }

  /** Nothing is expected of the provider: the consumer may take all the time it wants. */
  pause(): void {
    this.#waiting = false;
  }

  /** The outcome of `work`; once the signal has fired its reason, whatever else the provider throws. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#controller.signal.throwIfAborted();
      throw requestFailure(error, this.#model);
    }
  }

  /** Like {@link guard}, but ends as soon as the signal fires, also if the provider does not listen to it. */
  async race<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this;
    signal.throwIfAborted();
    let stop: (() => void) | undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      stop = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([this.guard(work), aborted]);
    } finally {
      if (stop) signal.removeEventListener('abort', stop);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }
}
