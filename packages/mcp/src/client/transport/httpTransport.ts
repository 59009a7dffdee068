import { hasText, IllegalArgumentException } from '@toolwright/core';
import type { Transport } from '../../sdk/clientSdkTypes.js';
import { customizedFetch, type HttpCustomizers, type McpHttpTransportOptions } from './HttpRequestCustomizers.js';
import type { McpTransportFactory } from './McpTransportFactory.js';
import { RequestLossTransport } from './RequestLossTransport.js';

/** A server behind HTTP. */
export interface HttpServerParameters {
  /** Scheme, host, port, and the path below which the endpoint is. */
  readonly url: string;
  /** Appended to the path of `url`; default `/mcp`, for SSE `/sse`. May carry a query. */
  readonly endpoint?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly customizers?: HttpCustomizers | undefined;
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
 * @throws {IllegalArgumentException} `Streamable HTTP connection '<name>' requires a 'url' property. …`
 */
export function streamableHttpTransport(name: string, parameters: HttpServerParameters): McpTransportFactory {
  const url = endpointUrl(`Streamable HTTP connection '${name}'`, parameters, '/mcp');
  return httpTransport('streamable-http', name, url, parameters, async (options) => {
    const { StreamableHTTPClientTransport } = await import('../../sdk/clientSdk.js');
    const transport = new StreamableHTTPClientTransport(url, { reconnectionOptions: RECONNECTION, ...options });
    return new RequestLossTransport(transport);
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
  { headers = {}, customizers = {} }: HttpServerParameters,
  create: (options: McpHttpTransportOptions) => Promise<Transport>,
): McpTransportFactory {
  return {
    kind,
    local: isLoopback(url),
    secrets: [...Object.values(headers), ...urlSecrets(url)],
    create: async () => {
      const fetch = customizedFetch(name, customizers);
      const options: McpHttpTransportOptions = { requestInit: { headers: { ...headers } }, ...(fetch && { fetch }) };
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

function urlSecrets(url: URL): readonly string[] {
  return [url.search.slice(1), ...url.searchParams.values(), url.username, url.password];
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
