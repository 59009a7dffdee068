import { unescape } from 'node:querystring';
import { hasText, IllegalArgumentException } from '@toolwright/core';
import type { Transport } from '../../sdk/clientSdkTypes.js';
import { authorizedFetch } from '../authorization/authorizedFetch.js';
import { checkAuthorization } from '../authorization/checkAuthorization.js';
import type { McpAuthorizationSettings } from '../authorization/McpAuthorizationSettings.js';
import { OAuthSession } from '../authorization/OAuthSession.js';
import { customizedFetch, type HttpCustomizers, type McpHttpTransportOptions } from './HttpRequestCustomizers.js';
import { isLoopback } from './isLoopback.js';
import { limitedFetch } from './limitedFetch.js';
import type { McpTransportFactory } from './McpTransportFactory.js';
import { RequestLossTransport } from './RequestLossTransport.js';
import { StreamOpening } from './StreamOpening.js';

/** A server behind HTTP. */
export interface HttpServerParameters {
  /** Scheme, host, port, and the path below which the endpoint is. */
  readonly url: string;
  /** Appended to the path of `url`; default `/mcp`, for SSE `/sse`. May carry a query. */
  readonly endpoint?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly customizers?: HttpCustomizers | undefined;
  /** How the connection gets its tokens; default: it has none but those in `headers`. */
  readonly authorization?: McpAuthorizationSettings | undefined;
}

/** One to two retries within three seconds: what takes longer is a server that is gone (MX-11). */
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1.5,
  maxReconnectionDelay: 30_000,
  maxRetries: 2,
};

/**
 * Talks to a server over Streamable HTTP.
 *
 * @throws {IllegalArgumentException} `Streamable HTTP connection '<name>' requires a 'url' property. …`, or if the
 *   settings of its authorization cannot work
 */
export function streamableHttpTransport(name: string, parameters: HttpServerParameters): McpTransportFactory {
  const url = endpointUrl(`Streamable HTTP connection '${name}'`, parameters, '/mcp');
  return httpTransport('streamable-http', name, url, parameters, async (options) => {
    const { StreamableHTTPClientTransport } = await import('../../sdk/clientSdk.js');
    const listening = new StreamOpening();
    const watched = listening.watch(options.fetch ?? fetch);
    const transport = new StreamableHTTPClientTransport(url, {
      reconnectionOptions: RECONNECTION,
      ...options,
      fetch: watched,
    });
    return new RequestLossTransport(transport, listening);
  });
}

/**
 * Talks to a server over the older transport with server-sent events.
 *
 * @throws {IllegalArgumentException} `SSE connection '<name>' requires a 'url' property. …`, or
 *   `Failed to create SSE transport for connection '<name>'. Check URL splitting: …` (MC-09)
 */
export function sseTransport(name: string, parameters: HttpServerParameters): McpTransportFactory {
  const url = sseUrl(name, parameters);
  return httpTransport('sse', name, url, parameters, async (options) => {
    const { SSEClientTransport } = await import('../../sdk/clientSdk.js');
    return new SSEClientTransport(url, options);
  });
}

function httpTransport(
  kind: 'streamable-http' | 'sse',
  name: string,
  url: URL,
  { headers = {}, customizers = {}, authorization }: HttpServerParameters,
  create: (options: McpHttpTransportOptions) => Promise<Transport>,
): McpTransportFactory {
  const session = authorization && new OAuthSession(name, url, checkAuthorization(name, authorization));
  const fixedSecrets = [...Object.values(headers).flatMap(headerSecrets), ...urlSecrets(url)];
  return {
    kind,
    local: isLoopback(url),
    get secrets() {
      return session ? [...fixedSecrets, ...session.secrets] : fixedSecrets;
    },
    ...(session && { limits: session.limits }),
    create: async () => {
      const limited = limitedFetch(customizedFetch(name, customizers) ?? globalThis.fetch);
      const fetch = session ? authorizedFetch(session, limited) : limited;
      const options: McpHttpTransportOptions = { requestInit: { headers: { ...headers } }, fetch };
      for (const customizer of customizers.transport ?? []) customizer.customize(name, options);
      return create(options);
    },
  };
}

function sseUrl(name: string, parameters: HttpServerParameters): URL {
  const { url, endpoint = '/sse' } = parameters;
  requireUrl(`SSE connection '${name}'`, url);
  try {
    return joinUrl(url, endpoint);
  } catch (cause) {
    throw new IllegalArgumentException(
      `Failed to create SSE transport for connection '${name}'. Check URL splitting: url='${visibleUrl(url)}', ` +
        `sse-endpoint='${endpoint.split('?')[0]}'. Full URL should be split as: url=http://host:port, ` +
        `sse-endpoint=/path/to/endpoint`,
      { cause },
    );
  }
}

function endpointUrl(subject: string, { url, endpoint }: HttpServerParameters, defaultEndpoint: string): URL {
  requireUrl(subject, url);
  try {
    return joinUrl(url, endpoint ?? defaultEndpoint);
  } catch (cause) {
    throw new IllegalArgumentException(
      `${subject} requires a 'url' property that is a URL, but it is '${visibleUrl(url)}'. Example: url: http://localhost:3000`,
      { cause },
    );
  }
}

function requireUrl(subject: string, url: string): void {
  if (!hasText(url)) {
    throw new IllegalArgumentException(`${subject} requires a 'url' property. Example: url: http://localhost:3000`);
  }
}

/** The endpoint below the path of the base; queries of both are kept (MC-10). */
function joinUrl(base: string, endpoint: string): URL {
  const url = new URL(base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`Not an HTTP URL: ${url.protocol}`);
  const [path = '', query] = endpoint.split('?', 2);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  if (query !== undefined) url.search = [url.search.slice(1), query].filter((part) => part !== '').join('&');
  return url;
}

/** Without what may be secret: user, password and query. */
function visibleUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '');
}

/** A value, and what follows the name of its scheme: servers quote a token without `Bearer`. */
function headerSecrets(value: string): readonly string[] {
  const credentials = /^[A-Za-z][\w-]* +(\S+)$/.exec(value.trim())?.[1];
  return credentials === undefined ? [value] : [value, credentials];
}

/** All that may be secret in an address, as it is written and as it is meant. */
function urlSecrets({ search, searchParams, username, password }: URL): readonly string[] {
  const query = search.slice(1);
  const written = query.split('&').map((part) => part.slice(part.indexOf('=') + 1));
  const user = [username, password].flatMap((part) => [part, unescape(part)]);
  return [query, ...written, ...searchParams.values(), ...user];
}
