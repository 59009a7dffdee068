import type { McpRateLimit } from './ClientRateLimiter.js';
import type { McpAuthenticator } from './McpAuthenticator.js';

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
  /** Members of all lists and objects of a request together; default 100 000. */
  readonly maxRequestElements?: number;
  /** Lists and objects of a request within each other; default 200. */
  readonly maxRequestDepth?: number;
  /** How much one client may send: an authenticated one, a session, or an address. Default: any amount. */
  readonly rateLimit?: McpRateLimit | undefined;
  /**
   * The proxies in front of the server, whose `X-Forwarded-For` says whose address a client has: their number, if nobody
   * reaches the server but through all of them, or their addresses and networks (`10.0.0.0/8`, `loopback`, `linklocal`,
   * `uniquelocal`). Default none: an address is that of the connection.
   */
  readonly trustedProxies?: number | readonly string[] | undefined;
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
