import { LoggerFactory } from '@toolwright/core';

const logger = LoggerFactory.getLogger('toolwright.boot.lifecycle');

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof SIGNALS;

/**
 * Closes a context when the process is asked to end. The first SIGTERM or SIGINT closes it, waits for that at most the
 * given time, and exits; a second one exits at once.
 *
 * @internal
 */
export class ShutdownHook {
  readonly #close: () => Promise<void>;
  readonly #timeout: number;
  readonly #listener = (signal: Signal): void => {
    this.#onSignal(signal);
  };
  #signalled = false;

  /** @param timeout in milliseconds */
  constructor(close: () => Promise<void>, timeout: number) {
    this.#close = close;
    this.#timeout = timeout;
  }

  register(): void {
    for (const signal of Object.keys(SIGNALS) as Signal[]) process.on(signal, this.#listener);
  }

  /** Makes signals do what they did before, unless one is being handled. */
  unregister(): void {
    if (this.#signalled) return;
    for (const signal of Object.keys(SIGNALS) as Signal[]) process.off(signal, this.#listener);
  }

  #onSignal(signal: Signal): void {
    if (this.#signalled) process.exit(SIGNALS[signal]);
    this.#signalled = true;
    const limit = setTimeout(() => {
      logger.warn(`The application did not close within ${this.#timeout} ms; exiting`);
      process.exit(SIGNALS[signal]);
    }, this.#timeout);
    this.#close()
      .catch((err: unknown) => {
        logger.error('Closing the application failed', { err });
      })
      .finally(() => {
        clearTimeout(limit);
        process.exit(SIGNALS[signal]);
      });
  }
}
