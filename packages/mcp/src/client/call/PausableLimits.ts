import type { RequestTimer } from './RequestTimer.js';

/** Limits in time that stand still while a person is asked, and start anew afterwards. */
export class PausableLimits {
  readonly #timers = new Set<RequestTimer>();
  #pauses = 0;

  /** @returns takes the timer out again */
  add(timer: RequestTimer): () => void {
    this.#timers.add(timer);
    if (this.#pauses > 0) timer.stop();
    return () => this.#timers.delete(timer);
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    for (const timer of this.#timers) timer.stop();
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) for (const timer of this.#timers) timer.restart();
    }
  }
}
