/** Lets a number of holders in at a time; the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param permits holders at a time, at least 1 */
  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Waits for its turn.
   *
   * @returns ends the hold; to be called exactly once
   * @throws the reason of the signal, if it fires before the turn has come
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    return () => {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    };
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        this.#waiting.delete(enter);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(enter);
        reject(signal?.reason as Error);
      };
      this.#waiting.add(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
