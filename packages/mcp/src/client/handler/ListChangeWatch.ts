/** What a server can say has changed. */
export type ChangedList = 'tools' | 'resources' | 'prompts';

const QUIET_TIME = 300;

/** Makes one relisting of the changes that come within 300 ms (MX-15). */
export class ListChangeWatch {
  readonly #relist: (list: ChangedList) => Promise<void>;
  readonly #timers = new Map<ChangedList, NodeJS.Timeout>();

  /** @param relist must not reject */
  constructor(relist: (list: ChangedList) => Promise<void>) {
    this.#relist = relist;
  }

  note(list: ChangedList): void {
    if (this.#timers.has(list)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(list);
      void this.#relist(list);
    }, QUIET_TIME);
    timer.unref();
    this.#timers.set(list, timer);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
