import { LoggerFactory } from '@toolwright/core';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');
const PER_SECOND = 100;

/** Lets through at most 100 notifications per second of one connection; the rest is counted and dropped (MX-15). */
export class NotificationGate {
  readonly #connectionName: string;
  #second = 0;
  #passed = 0;
  #dropped = 0;

  constructor(connectionName: string) {
    this.#connectionName = connectionName;
  }

  /** How many notifications were dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  admit(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#passed = 0;
    }
    this.#passed += 1;
    if (this.#passed <= PER_SECOND) return true;
    if (this.#passed === PER_SECOND + 1) {
      logger.warn(
        `MCP connection '${this.#connectionName}' sends more than ${PER_SECOND} notifications per second; the rest is dropped.`,
      );
    }
    this.#dropped += 1;
    return false;
  }
}
