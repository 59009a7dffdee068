import { setTimeout as delay } from 'node:timers/promises';
import { abortable } from './call/abortable.js';
import type { McpRequestOptions } from './call/McpRequestOptions.js';
import { McpTransportException } from './exception/McpTransportException.js';
import type { ReconnectDelays } from './McpClientSettings.js';
import type { McpSession } from './McpSession.js';

/**
 * Keeps one session open: opens it at the first use, once for concurrent uses, and again after it was lost. After a
 * failure the next attempt waits a little longer each time (MX-12).
 */
export class McpConnection {
  readonly #name: string;
  readonly #open: (signal: AbortSignal) => Promise<McpSession>;
  readonly #delays: ReconnectDelays;
  readonly #maxWait: number;
  readonly #closing = new AbortController();
  #session: McpSession | undefined;
  #opening: Promise<McpSession> | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #failures = 0;
  #failure: unknown;
  #notBefore = 0;

  /** @param maxWait a next attempt that is further away, in milliseconds, fails the use at once */
  constructor(
    name: string,
    open: (signal: AbortSignal) => Promise<McpSession>,
    delays: ReconnectDelays,
    maxWait: number,
  ) {
    this.#name = name;
    this.#open = open;
    this.#delays = delays;
    this.#maxWait = maxWait;
  }

  /** The open session, if there is one. */
  get current(): McpSession | undefined {
    return this.#session?.alive === true ? this.#session : undefined;
  }

  /** @throws {McpConnectionException} if it cannot be opened */
  async session({ signal, impatient = false }: McpRequestOptions = {}): Promise<McpSession> {
    signal?.throwIfAborted();
    if (this.#closing.signal.aborted) throw closedException(this.#name);
    const { current } = this;
    if (current) return current;
    const wait = this.#notBefore - performance.now();
    if (wait > 0 && (impatient || wait > this.#maxWait)) throw this.#failure;
    this.#opening ??= this.#reopen(Math.max(0, wait)).finally(() => {
      this.#opening = undefined;
    });
    return abortable(this.#opening, signal);
  }

  /** Gives a session up; a use that comes later opens a new one. */
  drop(session: McpSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#leaving = session.close();
  }

  /** Never rejects. */
  async close(): Promise<void> {
    this.#closing.abort(closedException(this.#name));
    await this.#opening?.catch(() => undefined);
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
    await this.#leaving;
  }

  async #reopen(wait: number): Promise<McpSession> {
    const { signal } = this.#closing;
    if (wait > 0) await delay(wait, undefined, { signal }).catch(() => undefined);
    if (this.#session) this.drop(this.#session);
    // The old one is closed first, so that no server is spoken to twice.
    await this.#leaving;
    try {
      signal.throwIfAborted();
      const session = await this.#open(signal);
      this.#session = session;
      this.#failures = 0;
      this.#notBefore = 0;
      return session;
    } catch (error) {
      const { initial, factor, max } = this.#delays;
      this.#notBefore = performance.now() + Math.min(max, initial * factor ** this.#failures);
      this.#failures += 1;
      this.#failure = error;
      throw error;
    }
  }
}

function closedException(name: string): McpTransportException {
  return new McpTransportException(name, `MCP connection '${name}' is closed`);
}
