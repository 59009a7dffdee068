/** Runs tasks of one key one after the other, in the order in which they came, and tasks of other keys beside them. */
export class KeyedQueue {
  readonly #tails = new Map<unknown, Promise<void>>();

  /** The outcome of the task, once those before it have ended, either way. */
  async run<T>(key: unknown, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const outcome = before ? before.then(task) : task();
    const tail = outcome.then(ignore, ignore);
    this.#tails.set(key, tail);
    try {
      return await outcome;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

function ignore(): void {}
