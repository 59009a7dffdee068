import { LoggerFactory, type Logger } from '@toolwright/core';
import type * as McpSchema from '../sdk/McpSchema.js';
import type { Client, Transport } from '../sdk/clientSdkTypes.js';
import { describeError } from './call/describeError.js';
import { MAX_TIMER, RequestTimer } from './call/RequestTimer.js';
import { McpConnectionException } from './exception/McpConnectionException.js';
import { installHandlers, type HandlerContext } from './handler/installHandlers.js';
import type { McpClientSettings } from './McpClientSettings.js';
import { Redactor } from './transport/Redactor.js';

type ClientSdk = typeof import('../sdk/clientSdk.js');

/** How long a server may take to confirm the end of its session, in milliseconds. */
const TERMINATION_TIMEOUT = 2000;

/** One initialized connection to a server, from its handshake to its end. */
export class McpSession {
  #alive = true;

  private constructor(
    readonly client: Client,
    readonly initializeResult: McpSchema.InitializeResult,
    readonly redactor: Redactor,
    /** The SDK, which is loaded by the time that a session exists. */
    readonly sdk: ClientSdk,
    private readonly transport: Transport,
  ) {}

  /** Whether requests can still be sent. */
  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Connects and initializes.
   *
   * @param onLost called once if the connection ends by itself
   * @throws {McpConnectionException} if the server cannot be reached or does not answer in time
   */
  static async open(
    settings: McpClientSettings,
    info: { readonly clientInfo: McpSchema.Implementation; readonly capabilities: McpSchema.ClientCapabilities },
    context: HandlerContext,
    onLost: (session: McpSession) => void,
    signal: AbortSignal,
  ): Promise<McpSession> {
    const { name, requestTimeout } = settings;
    const redactor = new Redactor(() => settings.transport.secrets);
    const { limits } = settings.transport;
    const limit = new RequestTimer(requestTimeout, () => new DOMException('The operation timed out', 'TimeoutError'));
    const release = limits?.add(limit);
    let transport: Transport | undefined;
    try {
      const sdk = await import('../sdk/clientSdk.js');
      transport = await settings.transport.create();
      const client = new sdk.Client(info.clientInfo, {
        capabilities: info.capabilities,
        ...(settings.protocol === 'auto' && { versionNegotiation: { mode: 'auto' as const } }),
      });
      installHandlers(client, context);
      const logger = LoggerFactory.getLogger(`mcp.client.${name}`);
      const opened: { session?: McpSession } = {};
      client.onerror = (error) => {
        report(logger, redactor, error);
        if (isStreamLost(error)) opened.session?.lose(onLost);
      };
      client.onclose = () => opened.session?.lose(onLost);
      await orClosed(
        // The SDK's own limit would go on while a user is asked.
        client.connect(transport, { timeout: limits ? MAX_TIMER : requestTimeout, signal }),
        AbortSignal.any([signal, limit.signal]),
        requestTimeout,
      );
      const session = new McpSession(client, initializeResultOf(client), redactor, sdk, transport);
      opened.session = session;
      return session;
    } catch (error) {
      // The child process or stream of a handshake that failed must not stay.
      await transport?.close().catch(() => undefined);
      hideArguments(error);
      redactor.redactError(error);
      throw new McpConnectionException(name, redactor.redact(explain(error)), { cause: error });
    } finally {
      release?.();
      limit.stop();
    }
  }

  /** Ends the session on the server, then the connection. Never rejects. */
  async close(): Promise<void> {
    const terminate = this.#alive;
    this.#alive = false;
    try {
      const { terminateSession } = this.transport as { terminateSession?: () => Promise<void> };
      if (terminate && terminateSession) await withinTime(terminateSession.call(this.transport), TERMINATION_TIMEOUT);
    } catch {
      // A server that cannot end its session will forget it.
    }
    try {
      await this.client.close();
    } catch (error) {
      report(LoggerFactory.getLogger('toolwright.mcp.client'), this.redactor, error);
    }
  }

  lose(onLost: (session: McpSession) => void): void {
    if (!this.#alive) return;
    this.#alive = false;
    onLost(this);
  }
}

function initializeResultOf(client: Client): McpSchema.InitializeResult {
  const instructions = client.getInstructions();
  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    capabilities: client.getServerCapabilities() ?? {},
    serverInfo: client.getServerVersion() ?? { name: '', version: '' },
    ...(instructions !== undefined && { instructions }),
  };
}

/** Waits for `connecting`, but not past the signal: not every step of every transport takes one. */
async function orClosed(connecting: Promise<void>, signal: AbortSignal, timeout: number): Promise<void> {
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (): void => {
      const reason: unknown = signal.reason;
      const timedOut = reason instanceof DOMException && reason.name === 'TimeoutError';
      reject(timedOut ? new Error(`no answer within ${timeout} ms`) : (reason as Error));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  await Promise.race([connecting, ended]);
}

async function withinTime(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** The stream of notifications could not be restored, or the stream of an SSE connection broke. */
function isStreamLost(error: Error): boolean {
  return error.message.startsWith('Maximum reconnection attempts') || 'event' in error;
}

/** Errors of the SDK may quote the message that they are about, which is content. */
function report(logger: Logger, redactor: Redactor, error: unknown): void {
  const [message = ''] = describeError(error).split(': {');
  logger.debug(redactor.redact(message.length > 200 ? `${message.slice(0, 200)}…` : message));
}

function explain(error: unknown): string {
  const message = describeError(error);
  return /protocol version/i.test(message) ? `${message}; this client offers 2025-11-25` : message;
}

/** A process that could not be started is reported with its arguments, which may hold secrets. */
function hideArguments(error: unknown): void {
  if (typeof error === 'object' && error !== null && 'spawnargs' in error) {
    Object.defineProperty(error, 'spawnargs', { value: [], enumerable: false });
  }
}
