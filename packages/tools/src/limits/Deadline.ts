/** The longest time that a timer of the runtime can wait; what is longer needs no timer. */
export const MAX_TIMER = 2 ** 31 - 1;

/** A clock that can be stopped, and a signal that fires when it has run for a given time. */
export class Deadline {
  readonly #max: number;
  readonly #reason: () => unknown;
  #elapsed: number;
  #startedAt: number | null;
  #controller: AbortController | null = null;
  #timer: NodeJS.Timeout | undefined;

  /**
   * The clock runs from now on.
   *
   * @param max milliseconds, `Infinity` for no end
   * @param elapsed milliseconds that it has run before
   * @param reason makes what the signal fires with
   */
  constructor(max: number, elapsed: number, reason: () => unknown) {
    this.#max = max;
    this.#elapsed = elapsed;
    this.#reason = reason;
    this.#startedAt = performance.now();
  }

  /** Milliseconds for which the clock has run. */
  get elapsed(): number {
    return this.#startedAt === null ? this.#elapsed : this.#elapsed + performance.now() - this.#startedAt;
  }

  get expired(): boolean {
    return this.#max !== Infinity && (this.#controller?.signal.aborted === true || this.elapsed >= this.#max);
  }

  /** Fires when the time is over; null if it never is. The timer exists from the first access on. */
  get signal(): AbortSignal | null {
    if (this.#max === Infinity) return null;
    if (!this.#controller) {
      this.#controller = new AbortController();
      this.#schedule();
    }
    return this.#controller.signal;
  }

  /** Stops the clock; the signal does not fire meanwhile. */
  pause(): void {
    this.#elapsed = this.elapsed;
    this.#startedAt = null;
    clearTimeout(this.#timer);
  }

  /** Lets the clock run again; nothing happens if it runs. */
  resume(): void {
    if (this.#startedAt !== null) return;
    this.#startedAt = performance.now();
    this.#schedule();
  }

  #schedule(): void {
    const controller = this.#controller;
    if (!controller || controller.signal.aborted || this.#startedAt === null) return;
    const remaining = Math.max(0, this.#max - this.elapsed);
    if (remaining > MAX_TIMER) return;
    clearTimeout(this.#timer);
    // Rounded up: a timer that fires early would find the time not yet over.
    this.#timer = setTimeout(() => {
      controller.abort(this.#reason());
    }, Math.ceil(remaining));
  }
}
