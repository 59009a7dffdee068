import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoggerFactory, requireArgument, requireText } from '@toolwright/core';
import { describeError } from '../client/call/describeError.js';
import type { NodeStreamableHTTPServerTransport, SdkServer, ServerContext } from '../sdk/serverSdkTypes.js';
import { ClientAddresses } from './ClientAddresses.js';
import { ClientRateLimiter } from './ClientRateLimiter.js';
import { createSdkServer, type ServerSession } from './createSdkServer.js';
import { HttpAccess } from './HttpAccess.js';
import { type AuthenticatedRequest, authenticateRequest } from './authenticateRequest.js';
import type { McpPrincipal } from './McpAuthenticator.js';
import type { McpHttpServerOptions } from './McpHttpServerOptions.js';
import type { McpServer } from './McpServer.js';
import { type MessageLimits, readMessage } from './readMessage.js';
import { refuse } from './refuse.js';
import { SessionEvents } from './SessionEvents.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.server');

/** A session that is open. */
interface HttpSession {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly server: SdkServer;
  readonly principal: string | undefined;
  /** How many of its requests are not answered yet; such a session is not idle, however long that takes. */
  running: number;
  lastUsed: number;
}

/** Serves MCP clients over Streamable HTTP on an HTTP server of its own. */
export class McpHttpServer {
  readonly #server: McpServer;
  readonly #options: McpHttpServerOptions;
  readonly #access: HttpAccess;
  readonly #limits: MessageLimits;
  #limiter: ClientRateLimiter | undefined;
  #addresses: ClientAddresses | undefined;
  readonly #sessions = new Map<string, HttpSession>();
  #http: Server | undefined;
  #eviction: NodeJS.Timeout | undefined;

  /**
   * @throws {IllegalArgumentException} `MCP endpoint must not be empty`,
   *   `sessionIdleTimeout must be greater than keepAliveInterval…`
   * @throws {IllegalStateException} if the options would let anybody in from other machines
   */
  constructor(server: McpServer, options: McpHttpServerOptions = {}) {
    this.#server = server;
    this.#options = options;
    const { endpoint = '/mcp', sessionIdleTimeout, keepAliveInterval } = options;
    const { maxRequestSize = 4 * 2 ** 20, maxRequestElements = 100_000, maxRequestDepth = 200 } = options;
    requireText(endpoint, 'MCP endpoint must not be empty');
    requireArgument(
      sessionIdleTimeout === undefined || keepAliveInterval === undefined || sessionIdleTimeout > keepAliveInterval,
      `sessionIdleTimeout must be greater than keepAliveInterval, but ${sessionIdleTimeout} ms is not above ${keepAliveInterval} ms`,
    );
    this.#access = new HttpAccess(options);
    this.#limits = { maxSize: maxRequestSize, maxElements: maxRequestElements, maxDepth: maxRequestDepth };
  }

  /** How many sessions are open. */
  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Where clients find the server, once it listens. */
  get url(): string {
    const { port, address, family } = this.#http?.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${this.#options.endpoint ?? '/mcp'}`;
  }

  async listen(): Promise<this> {
    const { host = '127.0.0.1', port = 0, sessionIdleTimeout, rateLimit, trustedProxies } = this.#options;
    this.#access.warnIfOpen();
    this.#addresses = rateLimit && (await ClientAddresses.create(trustedProxies));
    this.#limiter = rateLimit && (await ClientRateLimiter.create(rateLimit));
    const { createServer } = await import('node:http');
    const http = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, host, resolve);
    });
    this.#http = http;
    if (sessionIdleTimeout !== undefined) {
      this.#eviction = every(Math.max(10, sessionIdleTimeout / 2), () => {
        this.#evict(sessionIdleTimeout);
      });
    }
    return this;
  }

  /** Ends all sessions and stops listening. */
  async close(): Promise<void> {
    clearInterval(this.#eviction);
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
    const http = this.#http;
    this.#http = undefined;
    if (!http) return;
    const closed = new Promise((resolve) => http.close(resolve));
    http.closeAllConnections();
    await closed;
  }

  async #handle(request: AuthenticatedRequest, response: ServerResponse): Promise<void> {
    try {
      if (!this.#access.admits(request, response)) return;
      const path = (request.url ?? '').split('?')[0];
      if (path !== (this.#options.endpoint ?? '/mcp')) {
        refuse(response, 404, 'Not found');
        return;
      }
      const { authenticator } = this.#options;
      const stranger = `stranger ${this.#addresses?.of(request)}`;
      // Whoever tries many credentials has to wait before the next one is looked at.
      if (authenticator && this.#isLate(this.#limiter?.waitingTime(stranger), response)) return;
      const principal = authenticator && (await authenticateRequest(authenticator, request, response));
      if (principal === null) {
        this.#limiter?.take(stranger);
        return;
      }
      await this.#serve(request, response, principal?.name);
    } catch (error) {
      logger.error(`A request failed: ${describeError(error)}`);
      if (!response.headersSent) refuse(response, 500, 'Internal error');
      else response.end();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse, principal: string | undefined): Promise<void> {
    const { stateless = false, disallowDelete = false } = this.#options;
    const { method } = request;
    if (stateless ? method !== 'POST' : method === 'DELETE' && disallowDelete) {
      refuse(response, 405, 'Method not allowed', { allow: stateless ? 'POST' : 'GET, POST' });
      return;
    }
    const id = stateless ? undefined : request.headers['mcp-session-id'];
    const session = id === undefined ? undefined : this.#session(String(id), principal);
    const client = this.#clientOf(request, principal, session && String(id));
    // The end of a session is always welcome.
    if (method !== 'DELETE' && this.#isLate(this.#limiter?.take(client), response)) return;
    if (id !== undefined && !session) {
      refuse(response, 404, 'Session not found', {}, -32_001);
      return;
    }
    const read = await this.#read(request, response, client);
    if (!read) return;
    if (session) {
      if (method === 'POST') keepWhileRunning(session, response);
      await session.transport.handleRequest(request, response, read.message);
    } else if (stateless) await this.#serveOnce(request, response, read.message);
    else await this.#open(request, response, read.message, principal);
  }

  /** A session that belongs to somebody else does not exist (MX-05). */
  #session(id: string, principal: string | undefined): HttpSession | undefined {
    const session = this.#sessions.get(id);
    return session?.principal === principal ? session : undefined;
  }

  /** Whose messages are counted together: a session does not widen the share of an authenticated client. */
  #clientOf(request: IncomingMessage, principal: string | undefined, session: string | undefined): string {
    if (principal !== undefined) return `principal ${principal}`;
    return session === undefined ? `address ${this.#addresses?.of(request)}` : `session ${session}`;
  }

  /** The message of a request; undefined if it was refused. */
  async #read(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
  ): Promise<{ readonly message: unknown } | undefined> {
    // What has no body, or one that is no JSON, is answered without a look at it.
    if (request.method !== 'POST' || request.headers['content-type']?.includes('json') !== true) {
      return { message: undefined };
    }
    const read = await readMessage(request, this.#limits);
    if (!read) return undefined;
    if ('refusal' in read) {
      refuse(response, read.refusal.status, read.refusal.message, {}, read.refusal.code);
      return undefined;
    }
    const more = Array.isArray(read.message) ? read.message.length - 1 : 0;
    return more > 0 && this.#isLate(this.#limiter?.take(client, more), response) ? undefined : read;
  }

  /** Refuses a request that came before its time, which is so many milliseconds away. */
  #isLate(waitingTime = 0, response: ServerResponse): boolean {
    if (waitingTime === 0) return false;
    refuse(response, 429, 'Too many requests', { 'retry-after': String(Math.ceil(waitingTime / 1000)) });
    return true;
  }

  async #serveOnce(request: IncomingMessage, response: ServerResponse, message: unknown): Promise<void> {
    const transport = await this.#transport({});
    const server = await this.#connect(transport, false);
    response.once('close', () => void server.close());
    await transport.handleRequest(request, response, message);
  }

  /** A transport that does not become a session, because the request was no initialization, is closed again. */
  async #open(
    request: IncomingMessage,
    response: ServerResponse,
    message: unknown,
    principal: string | undefined,
  ): Promise<void> {
    const { maxSessions = 100_000, keepAliveInterval } = this.#options;
    if (this.#sessions.size >= maxSessions) {
      refuse(response, 503, 'Too many sessions');
      return;
    }
    const opened: { id?: string } = {};
    const events = new SessionEvents();
    const transport = await this.#transport({
      sessionIdGenerator: () => crypto.randomUUID(),
      eventStore: events,
      retryInterval: 1000,
      onsessioninitialized: (id) => {
        opened.id = id;
        const session = { transport, server, principal, running: 0, lastUsed: performance.now() };
        this.#sessions.set(id, session);
        keepWhileRunning(session, response);
        if (keepAliveInterval !== undefined) keepAlive(server, keepAliveInterval);
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const server = await this.#connect(transport, true);
    await transport.handleRequest(request, response, message);
    if (opened.id === undefined) await server.close();
  }

  async #transport(
    options: ConstructorParameters<typeof NodeStreamableHTTPServerTransport>[0],
  ): Promise<NodeStreamableHTTPServerTransport> {
    const sdk = await import('../sdk/serverSdk.js');
    return new sdk.NodeStreamableHTTPServerTransport({ ...options, maxRequestBodySize: this.#limits.maxSize });
  }

  async #connect(transport: NodeStreamableHTTPServerTransport, stateful: boolean): Promise<SdkServer> {
    const { contextExtractor } = this.#options;
    const session: ServerSession = {
      stateful,
      transportContext: (context) => {
        const principal = principalOf(context);
        const request = context.http?.req;
        return Object.freeze({
          ...(contextExtractor && request && contextExtractor(request)),
          ...(principal && { principal }),
        });
      },
      roles: (context) => principalOf(context)?.roles,
    };
    const server = await createSdkServer(this.#server, session);
    await server.connect(transport);
    return server;
  }

  #evict(idleTimeout: number): void {
    const limit = performance.now() - idleTimeout;
    for (const [id, { running, lastUsed }] of this.#sessions) {
      if (running === 0 && lastUsed < limit) void this.#end(id);
    }
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }
}

function keepWhileRunning(session: HttpSession, response: ServerResponse): void {
  // A client that went away in the meantime closes nothing any more.
  if (response.closed) return;
  session.running += 1;
  response.once('close', () => {
    session.running -= 1;
    session.lastUsed = performance.now();
  });
}

function every(milliseconds: number, action: () => void): NodeJS.Timeout {
  return setInterval(action, milliseconds).unref();
}

/** Asks the client for a sign of life at an interval, first after one, until its session ends (MS-27). */
function keepAlive(server: SdkServer, interval: number): void {
  // A client that does not answer is found out when something is asked of it.
  const timer = every(interval, () => void server.request({ method: 'ping' }).catch(() => undefined));
  const { onclose } = server;
  server.onclose = () => {
    clearInterval(timer);
    onclose?.();
  };
}

function principalOf(context: ServerContext): McpPrincipal | undefined {
  return context.http?.authInfo?.extra?.['principal'] as McpPrincipal | undefined;
}
