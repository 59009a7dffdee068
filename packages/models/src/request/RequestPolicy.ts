import { setTimeout as sleep } from 'node:timers/promises';
import { LoggerFactory, requireArgument } from '@toolwright/core';
import pRetry from 'p-retry';
import { ModelRequestException } from './ModelRequestException.js';
import { RequestWatch } from './RequestWatch.js';
import { retryDelay, type RetryOptions } from './retryDelay.js';
import { Semaphore } from './Semaphore.js';

const logger = LoggerFactory.getLogger('toolwright.models');

/** How requests to a model are sent. */
export interface RequestPolicyOptions {
  readonly retry?: Partial<RetryOptions>;
  /** Time for one attempt to answer, in a stream to begin, in milliseconds; default 10 minutes, 0 for no limit. */
  readonly timeout?: number;
  /** Time between two parts of a stream, in milliseconds; default 2 minutes, 0 for no limit. */
  readonly streamIdleTimeout?: number;
  /** Requests at a time; more of them wait. Default 0, no limit. */
  readonly concurrency?: number;
}

const DEFAULT_RETRY: RetryOptions = { maxAttempts: 3, initialInterval: 1_000, multiplier: 2, maxInterval: 60_000 };

/** A longer timer of Node.js fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Sends requests again that failed for a reason that passes, ends those that take too long, and lets only so many run at
 * a time. One policy serves any number of concurrent requests.
 */
export class RequestPolicy {
  readonly #retry: RetryOptions;
  readonly #timeout: number;
  readonly #idleTimeout: number;
  readonly #semaphore: Semaphore | undefined;

  /** @throws {IllegalArgumentException} if a number is out of range */
  constructor(options: RequestPolicyOptions = {}) {
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
    const { timeout = 600_000, streamIdleTimeout = 120_000, concurrency = 0 } = options;
    const { maxAttempts, initialInterval, multiplier, maxInterval } = this.#retry;
    requireArgument(Number.isInteger(maxAttempts) && maxAttempts >= 1, 'maxAttempts must be at least 1');
    requireArgument(initialInterval >= 0 && maxInterval >= 0, 'intervals must not be negative');
    requireArgument(multiplier >= 1, 'multiplier must be at least 1');
    requireArgument(timeout >= 0 && streamIdleTimeout >= 0, 'timeouts must not be negative');
    requireArgument(Number.isInteger(concurrency) && concurrency >= 0, 'concurrency must not be negative');
    this.#timeout = timerOf(timeout);
    this.#idleTimeout = timerOf(streamIdleTimeout);
    this.#semaphore = concurrency > 0 ? new Semaphore(concurrency) : undefined;
  }

  /**
   * Runs one request. What the AI SDK throws becomes a {@link ModelRequestException} or a {@link ModelResponseException}.
   *
   * @param model names the model in exceptions
   * @param send sends the request; it is given a signal that fires when its time is over
   */
  async run<T>(model: string, send: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#attempts(async () => {
      const watch = new RequestWatch(model, signal);
      let release: (() => void) | undefined;
      try {
        release = await this.#semaphore?.acquire(signal);
        watch.expect('response', this.#timeout);
        return await watch.race(() => send(watch.signal));
      } finally {
        watch.end();
        release?.();
      }
    }, signal);
  }

  /**
   * Runs one request whose answer is a stream. It is sent again only as long as nothing of the answer was handed out.
   *
   * @param open sends the request
   * @param read what is handed out for a part; undefined for nothing. Default: the part
   */
  async *stream<P, T = P>(
    model: string,
    open: (signal: AbortSignal) => Promise<ReadableStream<P>>,
    signal?: AbortSignal,
    read: (part: P) => T | undefined = asIs,
  ): AsyncGenerator<T, void, void> {
    const watch = new RequestWatch(model, signal);
    const request = new AbortController();
    const abort = (): void => {
      // First the stream: some packages fail, unheard, if their connection ends under them. A provider that does not
      // listen to its signal would never end a read.
      void Promise.resolve(reader?.cancel().catch(ignore)).then(() => {
        request.abort(watch.signal.reason);
      });
    };
    watch.signal.addEventListener('abort', abort, { once: true });
    let reader: ReadableStreamDefaultReader<P> | undefined;
    let release: (() => void) | undefined;
    const close = (): void => {
      // Not waited for: a stream that is split closes only after its other half.
      void reader?.cancel().catch(ignore);
      reader = undefined;
      release?.();
      release = undefined;
    };
    const next = async (): Promise<T | undefined> => {
      while (reader) {
        watch.expect('idle', this.#idleTimeout);
        const step = await reader.read();
        watch.signal.throwIfAborted();
        if (step.done) reader = undefined;
        else {
          const item = read(step.value);
          if (item === undefined) continue;
          watch.pause();
          return item;
        }
      }
      return undefined;
    };
    try {
      let item = await this.#attempts(async () => {
        try {
          release = await this.#semaphore?.acquire(signal);
          watch.expect('response', this.#timeout);
          reader = (await watch.race(() => opened(open(request.signal), watch.signal))).getReader();
          return await watch.guard(next);
        } catch (error) {
          watch.pause();
          close();
          throw error;
        }
      }, signal);
      while (item !== undefined) {
        yield item;
        item = await watch.guard(next);
      }
    } finally {
      watch.end();
      close();
    }
  }

  async #attempts<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { maxAttempts } = this.#retry;
    if (maxAttempts === 1) return attempt();
    let attempts = 0;
    try {
      return await pRetry(
        () => {
          attempts++;
          return attempt();
        },
        {
          retries: maxAttempts - 1,
          // The wait is ours, because the provider may have said how long it has to be.
          minTimeout: 0,
          ...(signal && { signal }),
          shouldRetry: async ({ error, attemptNumber }) => {
            const delay = retryDelay(error, attemptNumber, this.#retry);
            if (delay === null) return false;
            logger.warn(`${error.message} Trying again in ${Math.round(delay)} ms.`);
            await sleep(Math.min(delay, LONGEST_TIMER), undefined, signal && { signal });
            return true;
          },
        },
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ModelRequestException)) throw error;
      const tooLong = error.retryable && error.retryAfter !== null && error.retryAfter > this.#retry.maxInterval;
      if (attempts === 1 && !tooLong) throw error;
      throw error.with({
        attempts,
        ...(tooLong && {
          advice: `The provider asks to wait ${error.retryAfter} ms, more than the longest interval of retries.`,
        }),
      });
    }
  }
}

/** A stream that opens after nobody waits for it any more is closed. */
async function opened<T>(opening: Promise<ReadableStream<T>>, signal: AbortSignal): Promise<ReadableStream<T>> {
  const stream = await opening;
  if (signal.aborted) await stream.cancel().catch(ignore);
  return stream;
}

/** Whoever allows more than 24 days allows any time. */
function timerOf(timeout: number): number {
  return timeout > LONGEST_TIMER ? 0 : timeout;
}

function asIs(part: unknown): never {
  return part as never;
}

function ignore(): void {}
