import type * as McpSchema from '../../sdk/McpSchema.js';
import { McpTransportException } from '../exception/McpTransportException.js';
import type { McpClientSettings } from '../McpClientSettings.js';
import type { McpConnection } from '../McpConnection.js';
import type { McpSession } from '../McpSession.js';
import { anyResult, type RawResult } from './anyResult.js';
import { describeError } from './describeError.js';
import type { McpRequestOptions } from './McpRequestOptions.js';
import { requestFault } from './requestFault.js';
import { MAX_TIMER, RequestTimer } from './RequestTimer.js';

type Params = Readonly<Record<string, unknown>>;

/** Sends the requests of one connection, and decides what becomes of those that got no answer (MX-12). */
export class RequestSender {
  readonly #settings: McpClientSettings;
  readonly #connection: McpConnection;
  readonly #timers = new Map<McpSchema.ProgressToken, RequestTimer>();
  #tokens = 0;

  constructor(settings: McpClientSettings, connection: McpConnection) {
    this.#settings = settings;
    this.#connection = connection;
  }

  /** Starts the limit in time of a request anew, if progress does that for it. */
  progressed(token: McpSchema.ProgressToken): void {
    this.#timers.get(token)?.restart();
  }

  /** @throws {McpTransportException} if no answer came; an error of the server as it is */
  async send(
    method: string,
    params: Params | undefined,
    options: McpRequestOptions,
    mayRepeat = true,
  ): Promise<RawResult> {
    const session = await this.#connection.session(options);
    try {
      return await this.#request(session, method, params, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      session.redactor.redactError(error);
      const fault = requestFault(error, error instanceof session.sdk.ProtocolError);
      if (fault === 'answered') throw error;
      if (fault !== 'failed') this.#connection.drop(session);
      // A server that does not know the session has executed nothing.
      const repeat = fault === 'session-lost' || (fault === 'closed' && options.replay === true);
      if (repeat && mayRepeat) return this.send(method, params, options, false);
      const { name } = this.#settings;
      throw new McpTransportException(name, session.redactor.redact(describeError(error)), { cause: error });
    }
  }

  async #request(
    session: McpSession,
    method: string,
    params: Params | undefined,
    options: McpRequestOptions,
  ): Promise<RawResult> {
    const { resetTimeoutOnProgress, maxTotalTimeout, requestTimeout, transport } = this.#settings;
    const { limits } = transport;
    const timeout = Math.min(options.timeout ?? requestTimeout, MAX_TIMER);
    const { signal } = options;
    if (!resetTimeoutOnProgress && !limits) {
      return session.client.request({ method, ...(params && { params }) }, anyResult, {
        timeout,
        ...(signal && { signal }),
      });
    }
    const { SdkError, SdkErrorCode } = session.sdk;
    const timer = new RequestTimer(
      timeout,
      () => new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out', { timeout }),
    );
    const release = limits?.add(timer);
    const meta = (params?.['_meta'] ?? {}) as Params;
    let sent = params;
    let token: McpSchema.ProgressToken | undefined;
    if (resetTimeoutOnProgress) {
      token = (meta['progressToken'] ?? `toolwright-${(this.#tokens += 1)}`) as McpSchema.ProgressToken;
      this.#timers.set(token, timer);
      sent = { ...params, _meta: { ...meta, progressToken: token } };
    }
    try {
      return await session.client.request({ method, ...(sent && { params: sent }) }, anyResult, {
        timeout: Math.min((resetTimeoutOnProgress ? maxTotalTimeout : undefined) ?? MAX_TIMER, MAX_TIMER),
        signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
      });
    } finally {
      if (token !== undefined) this.#timers.delete(token);
      release?.();
      timer.stop();
    }
  }
}
