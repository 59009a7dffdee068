import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoggerFactory, requireArgument, requireText } from '@toolwright/core';
import { describeError } from '../client/call/describeError.js';
import type { NodeStreamableHTTPServerTransport, SdkServer, ServerContext } from '../sdk/serverSdkTypes.js';
import { createSdkServer, type ServerSession } from './createSdkServer.js';
import { HttpAccess } from './HttpAccess.js';
import type { McpAuthenticationFailure, McpAuthenticator, McpPrincipal } from './McpAuthenticator.js';
import type { McpServer } from './McpServer.js';
import { refuse } from './refuse.js';
import { SessionEvents } from './SessionEvents.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.server');

/** How a server is reached over Streamable HTTP. */
export interface McpHttpServerOptions {
  /** Default `127.0.0.1`; another address needs an authenticator (MX-03). */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `/mcp`. */
  readonly endpoint?: string;
  /** Whether every request stands for itself, without sessions; default false. */
  readonly stateless?: boolean;
  /** Names that the `Host` header may have; default those of this machine. `*` needs an authenticator. */
  readonly allowedHosts?: readonly string[];
  /** Names that the `Origin` header may have; default those of this machine. `*` needs an authenticator. */
  readonly allowedOrigins?: readonly string[];
  readonly authenticator?: McpAuthenticator | undefined;
  /** Whether an address other than this machine is served to anybody; default false. */
  readonly allowUnauthenticated?: boolean;
  /** Bytes of a request; default 4 MiB. */
  readonly maxRequestSize?: number;
  /** Default 100 000. */
  readonly maxSessions?: number;
  /** Milliseconds after which an unused session is forgotten; default never. */
  readonly sessionIdleTimeout?: number | undefined;
  /** Milliseconds between pings to the clients of open sessions; default none. */
  readonly keepAliveInterval?: number | undefined;
  /** Whether clients may not end their sessions; default false. */
  readonly disallowDelete?: boolean;
  /** What tools see of a request as `transportContext`; default nothing but the principal. */
  readonly contextExtractor?: (request: Request) => Readonly<Record<string, unknown>>;
}

/** A session that is open. */
interface HttpSession {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly server: SdkServer;
  readonly principal: string | undefined;
  lastUsed: number;
}

type AuthenticatedRequest = IncomingMessage & {
  auth?: { token: string; clientId: string; scopes: string[]; extra: { principal: McpPrincipal } };
};

/** Serves MCP clients over Streamable HTTP on an HTTP server of its own. */
export class McpHttpServer {
  readonly #server: McpServer;
  readonly #options: McpHttpServerOptions;
  readonly #access: HttpAccess;
  readonly #sessions = new Map<string, HttpSession>();
  #http: Server | undefined;
  #timers: NodeJS.Timeout[] = [];

  /**
   * @throws {IllegalArgumentException} `MCP endpoint must not be empty`,
   *   `sessionIdleTimeout must be greater than keepAliveInterval…`
   * @throws {IllegalStateException} if the options would let anybody in from other machines
   */
  constructor(server: McpServer, options: McpHttpServerOptions = {}) {
    this.#server = server;
    this.#options = options;
    const { endpoint = '/mcp', sessionIdleTimeout, keepAliveInterval } = options;
    requireText(endpoint, 'MCP endpoint must not be empty');
    requireArgument(
      sessionIdleTimeout === undefined || keepAliveInterval === undefined || sessionIdleTimeout > keepAliveInterval,
      `sessionIdleTimeout must be greater than keepAliveInterval, but ${sessionIdleTimeout} ms is not above ${keepAliveInterval} ms`,
    );
    this.#access = new HttpAccess(options);
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
    const { host = '127.0.0.1', port = 0, sessionIdleTimeout, keepAliveInterval } = this.#options;
    this.#access.warnIfOpen();
    const http = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, host, resolve);
    });
    this.#http = http;
    if (sessionIdleTimeout !== undefined) {
      this.#every(Math.max(10, sessionIdleTimeout / 2), () => this.#evict(sessionIdleTimeout));
    }
    if (keepAliveInterval !== undefined) this.#every(keepAliveInterval, () => this.#pingAll());
    return this;
  }

  /** Ends all sessions and stops listening. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
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
      const principal = await this.#authenticate(request, response);
      if (principal === null) return;
      if (this.#options.stateless === true) await this.#handleStateless(request, response);
      else await this.#handleStateful(request, response, principal?.name);
    } catch (error) {
      logger.error(`A request failed: ${describeError(error)}`);
      if (!response.headersSent) refuse(response, 500, 'Internal error');
      else response.end();
    }
  }

  /** @returns undefined if nobody needs to be authenticated, null if the request was refused */
  async #authenticate(
    request: AuthenticatedRequest,
    response: ServerResponse,
  ): Promise<McpPrincipal | undefined | null> {
    const { authenticator } = this.#options;
    if (!authenticator) return undefined;
    const outcome = await authenticator.authenticate(request.headers);
    if ('status' in outcome) {
      challenge(response, outcome);
      return null;
    }
    request.auth = {
      token: '',
      clientId: outcome.name,
      scopes: [...(outcome.roles ?? [])],
      extra: { principal: outcome },
    };
    return outcome;
  }

  async #handleStateless(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      refuse(response, 405, 'Method not allowed', { allow: 'POST' });
      return;
    }
    const transport = await this.#transport({});
    const server = await this.#connect(transport, false);
    response.once('close', () => void server.close());
    await transport.handleRequest(request, response);
  }

  async #handleStateful(
    request: IncomingMessage,
    response: ServerResponse,
    principal: string | undefined,
  ): Promise<void> {
    if (request.method === 'DELETE' && this.#options.disallowDelete === true) {
      refuse(response, 405, 'Method not allowed', { allow: 'GET, POST' });
      return;
    }
    const id = request.headers['mcp-session-id'];
    if (id !== undefined) {
      const session = this.#sessions.get(String(id));
      // A session that belongs to somebody else does not exist (MX-05).
      if (session?.principal !== principal || !session) {
        refuse(response, 404, 'Session not found', {}, -32_001);
        return;
      }
      session.lastUsed = performance.now();
      return session.transport.handleRequest(request, response);
    }
    const { maxSessions = 100_000 } = this.#options;
    if (this.#sessions.size >= maxSessions) {
      refuse(response, 503, 'Too many sessions');
      return;
    }
    await this.#open(request, response, principal);
  }

  /** A transport that does not become a session, because the request was no initialization, is closed again. */
  async #open(request: IncomingMessage, response: ServerResponse, principal: string | undefined): Promise<void> {
    const opened: { id?: string } = {};
    const events = new SessionEvents();
    const transport = await this.#transport({
      sessionIdGenerator: randomUUID,
      eventStore: events,
      retryInterval: 1000,
      onsessioninitialized: (id) => {
        opened.id = id;
        this.#sessions.set(id, { transport, server, principal, lastUsed: performance.now() });
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const server = await this.#connect(transport, true);
    await transport.handleRequest(request, response);
    if (opened.id === undefined) await server.close();
  }

  async #transport(
    options: ConstructorParameters<typeof NodeStreamableHTTPServerTransport>[0],
  ): Promise<NodeStreamableHTTPServerTransport> {
    const sdk = await import('../sdk/serverSdk.js');
    const { maxRequestSize = 4 * 2 ** 20 } = this.#options;
    return new sdk.NodeStreamableHTTPServerTransport({ ...options, maxRequestBodySize: maxRequestSize });
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

  #every(milliseconds: number, action: () => void): void {
    const timer = setInterval(action, milliseconds);
    timer.unref();
    this.#timers.push(timer);
  }

  #evict(idleTimeout: number): void {
    const limit = performance.now() - idleTimeout;
    for (const [id, { lastUsed }] of this.#sessions) if (lastUsed < limit) void this.#end(id);
  }

  #pingAll(): void {
    for (const { server } of this.#sessions.values()) pingClient(server);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }
}

/** A client that does not answer is found out when something is asked of it. */
function pingClient(server: SdkServer): void {
  server.request({ method: 'ping' }).catch(() => undefined);
}

function principalOf(context: ServerContext): McpPrincipal | undefined {
  return context.http?.authInfo?.extra?.['principal'] as McpPrincipal | undefined;
}

function challenge(response: ServerResponse, { status, challenge: facts = {} }: McpAuthenticationFailure): void {
  const parameters = Object.entries(facts).map(([key, value]) => ` ${key}="${value.replace(/["\\]/g, '\\$&')}"`);
  const header = `Bearer${parameters.join(',')}`;
  refuse(response, status, status === 401 ? 'Unauthorized' : 'Forbidden', { 'www-authenticate': header });
}
