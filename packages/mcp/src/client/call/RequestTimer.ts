/** The longest time that a timer of the runtime can wait. */
export const MAX_TIMER = 2 ** 31 - 1;

/** A limit in time that starts anew with every sign of progress (MR-16). */
export class RequestTimer {
  readonly #controller = new AbortController();
  readonly #timeout: number;
  readonly #reason: () => unknown;
  #timer: NodeJS.Timeout | undefined;

  /** @param reason what the signal fires with */
  constructor(timeout: number, reason: () => unknown) {
    this.#timeout = timeout;
    this.#reason = reason;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(this.#reason()), this.#timeout);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
