/** Limits how often a server may ask back while calls run (MX-16). */
export class ServerRequestBudget {
  readonly #maxPerCall: number;
  #running = 0;
  #started = 0;
  #used = 0;

  constructor(maxPerCall: number) {
    this.#maxPerCall = maxPerCall;
  }

  callStarts(): void {
    if (this.#running === 0) {
      this.#started = 0;
      this.#used = 0;
    }
    this.#running += 1;
    this.#started += 1;
  }

  callEnds(): void {
    this.#running -= 1;
  }

  /** Whether one more request fits: the limit holds for every call that runs, since requests do not name their call. */
  take(): boolean {
    if (this.#used >= this.#maxPerCall * Math.max(1, this.#started)) return false;
    this.#used += 1;
    return true;
  }
}
