import type { MaybePromise } from '@toolwright/core';
import type {
  FetchLike,
  SSEClientTransportOptions,
  StreamableHTTPClientTransportOptions,
} from '../../sdk/clientSdkTypes.js';

/** An HTTP request that is about to be sent to a server. */
export interface McpHttpRequest {
  readonly connectionName: string;
  readonly url: URL;
  readonly method: string;
  /** To be changed. */
  readonly headers: Headers;
}

/** Changes every HTTP request of every connection before it is sent, for instance to add a header. */
export abstract class McpSyncHttpClientRequestCustomizer {
  abstract customize(request: McpHttpRequest): void;
}

/** Changes every HTTP request after the synchronous customizers did; the request waits for it. */
export abstract class McpAsyncHttpClientRequestCustomizer {
  abstract customize(request: McpHttpRequest): Promise<void>;
}

/** Options of the transports of the SDK, to be changed. */
export type McpHttpTransportOptions = StreamableHTTPClientTransportOptions & SSEClientTransportOptions;

/** Changes the options of an HTTP transport. Runs after everything else was set, so what it sets wins (MC-17). */
export abstract class McpHttpClientTransportCustomizer {
  abstract customize(connectionName: string, options: McpHttpTransportOptions): void;
}

/** All customizers of one kind in their order. */
export interface HttpCustomizers {
  readonly sync?: readonly McpSyncHttpClientRequestCustomizer[] | undefined;
  readonly async?: readonly McpAsyncHttpClientRequestCustomizer[] | undefined;
  readonly transport?: readonly McpHttpClientTransportCustomizer[] | undefined;
}

/** `fetch` that asks the customizers first; undefined if there are none. */
export function customizedFetch(connectionName: string, customizers: HttpCustomizers): FetchLike | undefined {
  const all: readonly { customize(request: McpHttpRequest): MaybePromise<void> }[] = [
    ...(customizers.sync ?? []),
    ...(customizers.async ?? []),
  ];
  if (all.length === 0) return undefined;
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const request = { connectionName, url: new URL(url), method: init?.method ?? 'GET', headers };
    for (const customizer of all) await customizer.customize(request);
    return fetch(url, { ...init, headers });
  };
}
