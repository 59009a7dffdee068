/** What is kept of one session between turns. */
export class ToolSearchSession {
  /** Of the tools in the index; null while there are none or they are being changed. */
  fingerprint: string | null = null;
  /** Grows whenever the tools in the index are changed or removed. */
  generation = 0;
  /** Names that were disclosed, in the order of discovery; null before the first turn. */
  disclosed: readonly string[] | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether no task is running or waiting. */
  get idle(): boolean {
    return this.#waiting === 0;
  }

  /** Runs `task` when all earlier tasks of this session have ended, whether they failed or not. */
  async exclusively<T>(task: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#waiting -= 1;
    }
  }
}
