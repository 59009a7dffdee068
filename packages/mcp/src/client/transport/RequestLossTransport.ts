import type {
  JSONRPCMessage,
  StreamableHTTPClientTransport,
  Transport,
  TransportSendOptions,
} from '../../sdk/clientSdkTypes.js';
import type { StreamOpening } from './StreamOpening.js';

type RequestIdentifier = string | number;

/**
 * Streamable HTTP that answers a request with an error as soon as its stream has ended without an answer and cannot be
 * resumed. Without it the call would wait for its timeout (MX-11).
 *
 * A client that the server may ask something is connected once it listens: servers throw away what they send before.
 */
export class RequestLossTransport implements Transport {
  readonly hasPerRequestStream = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #inner: StreamableHTTPClientTransport;
  readonly #listening: StreamOpening | undefined;
  readonly #pending = new Set<RequestIdentifier>();
  #mayBeAsked = false;

  /** @param listening knows when the stream of what the server sends by itself is open */
  constructor(inner: StreamableHTTPClientTransport, listening?: StreamOpening) {
    this.#inner = inner;
    this.#listening = listening;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => {
      const id = answeredRequest(message);
      if (id !== undefined) this.#pending.delete(id);
      this.onmessage?.(message);
    };
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const id = requestIdentifier(message);
    const { resumptionToken, onresumptiontoken, requestSignal, headers } = options;
    const sent = {
      ...(resumptionToken !== undefined && { resumptionToken }),
      ...(onresumptiontoken !== undefined && { onresumptiontoken }),
      ...(requestSignal !== undefined && { requestSignal }),
      ...(headers !== undefined && { headers }),
    };
    if (isRequestOf(message, 'initialize')) this.#mayBeAsked = hasCapabilities(message.params);
    if (id === undefined) {
      await this.#inner.send(message, sent);
      if (this.#mayBeAsked && isRequestOf(message, 'notifications/initialized')) await this.#listening?.opened();
      return;
    }
    this.#pending.add(id);
    try {
      await this.#inner.send(message, { ...sent, onRequestStreamEnd: () => this.#lose(id) });
    } catch (error) {
      this.#pending.delete(id);
      throw error;
    }
  }

  /** Ends the session on the server; a server that does not know how is no fault. */
  terminateSession(): Promise<void> {
    return this.#inner.terminateSession();
  }

  close(): Promise<void> {
    this.#pending.clear();
    return this.#inner.close();
  }

  #lose(id: RequestIdentifier): void {
    if (!this.#pending.delete(id)) return;
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: CONNECTION_CLOSED, message: 'Connection closed' } });
  }
}

/** The code of JSON-RPC for a request whose connection went away. */
export const CONNECTION_CLOSED = -32_000;

function isRequestOf<M extends string>(
  message: JSONRPCMessage,
  method: M,
): message is JSONRPCMessage & { method: M; params?: unknown } {
  return 'method' in message && message.method === method;
}

function hasCapabilities(params: unknown): boolean {
  const { capabilities } = (params ?? {}) as { readonly capabilities?: object };
  return Object.keys(capabilities ?? {}).length > 0;
}

function requestIdentifier(message: JSONRPCMessage): RequestIdentifier | undefined {
  return 'method' in message && 'id' in message ? message.id : undefined;
}

function answeredRequest(message: JSONRPCMessage): RequestIdentifier | undefined {
  return 'method' in message ? undefined : message.id;
}
