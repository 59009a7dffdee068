import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostnameOf, IllegalStateException, isLoopback, LOCAL_HOSTS, LoggerFactory } from '@toolwright/core';
import type { McpHttpServerOptions } from './McpHttpServerOptions.js';
import { refuse } from './refuse.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.server');

/** Decides by the headers of a request, before anything of it is read, whether it is looked at (MX-01, MX-02). */
export class HttpAccess {
  readonly #hosts: readonly string[];
  readonly #origins: readonly string[];
  readonly #open: boolean;

  /** @throws {IllegalStateException} if the options would let anybody in from other machines (MX-03) */
  constructor({
    host = '127.0.0.1',
    allowedHosts = LOCAL_HOSTS,
    allowedOrigins = LOCAL_HOSTS,
    authenticator,
    allowUnauthenticated = false,
  }: McpHttpServerOptions) {
    if (!authenticator && [...allowedHosts, ...allowedOrigins].includes('*')) {
      throw new IllegalStateException(
        "mcp.server.allowed-hosts and mcp.server.allowed-origins take '*' only with an authenticator.",
      );
    }
    const local = isLoopback(host);
    if (!local && !authenticator && !allowUnauthenticated) {
      throw new IllegalStateException(
        `The MCP server would listen on ${host} without authentication. Supply an McpAuthenticator, or set ` +
          'mcp.server.allow-unauthenticated=true.',
      );
    }
    this.#hosts = allowedHosts;
    this.#origins = allowedOrigins;
    this.#open = !local && !authenticator;
  }

  warnIfOpen(): void {
    if (this.#open) logger.warn('The MCP server accepts requests of other machines without authentication.');
  }

  /** Whether the request may go on; if not, it was answered. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { host, origin } = request.headers;
    const hostname = hostnameOf(`http://${host ?? ''}`);
    if (!includes(this.#hosts, hostname)) {
      refuse(response, 403, 'Host not allowed');
      return false;
    }
    if (origin === undefined) return true;
    if (!includes(this.#origins, hostnameOf(origin))) {
      refuse(response, 403, 'Origin not allowed');
      return false;
    }
    return this.#answerBrowser(request, response, origin);
  }

  /** Browsers ask before they send, and read only what they are allowed to. */
  #answerBrowser(request: IncomingMessage, response: ServerResponse, origin: string): boolean {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', 'mcp-session-id');
    response.setHeader('vary', 'origin');
    if (request.method !== 'OPTIONS') return true;
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id',
    });
    response.end();
    return false;
  }
}

function includes(allowed: readonly string[], hostname: string | undefined): boolean {
  return allowed.includes('*') || (hostname !== undefined && allowed.includes(hostname));
}
