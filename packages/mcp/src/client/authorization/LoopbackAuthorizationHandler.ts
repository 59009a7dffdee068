import { once } from 'node:events';
import type { Server } from 'node:http';
import { IllegalArgumentException, type MaybePromise } from '@toolwright/core';
import { isLoopback } from '../transport/isLoopback.js';
import { McpAuthorizationHandler, type McpAuthorizationRequest } from './McpAuthorizationHandler.js';

/**
 * Waits for the user's browser at the redirect address, which must be one of this machine, for applications that run
 * where their users are: command lines and desktop programs. Listens only while an answer is awaited; requests that are
 * not the answer get an error and change nothing.
 */
export class LoopbackAuthorizationHandler extends McpAuthorizationHandler {
  readonly #open: (authorizationUrl: URL, connectionName: string) => MaybePromise<void>;

  /** @param open shows the address to the user or opens a browser */
  constructor(open: (authorizationUrl: URL, connectionName: string) => MaybePromise<void>) {
    super();
    this.#open = open;
  }

  /** @throws {IllegalArgumentException} if the redirect address is not `http`, of this machine and with a port */
  override async authorize(request: McpAuthorizationRequest): Promise<URL> {
    const { redirectUrl, authorizationUrl, connectionName, signal } = request;
    if (redirectUrl.protocol !== 'http:' || !isLoopback(redirectUrl) || redirectUrl.port === '') {
      throw new IllegalArgumentException(
        `MCP connection '${connectionName}': auth.redirect-url must be http, name this machine and have a port, ` +
          `but it is '${redirectUrl.href}'`,
      );
    }
    const { createServer } = await import('node:http');
    const server = createServer();
    try {
      const answer = answerAt(server, request);
      await listen(server, redirectUrl, signal);
      await this.#open(authorizationUrl, connectionName);
      return await answer;
    } finally {
      server.close();
      server.closeIdleConnections();
    }
  }
}

async function listen(server: Server, { hostname, port }: URL, signal: AbortSignal): Promise<void> {
  server.listen(Number(port), hostname.replace(/^\[|\]$/g, ''));
  await once(server, 'listening', { signal });
}

function answerAt(server: Server, { redirectUrl, state, signal }: McpAuthorizationRequest): Promise<URL> {
  const answer = new Promise<URL>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', redirectUrl);
      const expected = url.pathname === redirectUrl.pathname && url.searchParams.get('state') === state;
      response.writeHead(expected ? 200 : 400, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        connection: 'close',
      });
      response.end(expected ? DONE : UNEXPECTED, () => {
        if (expected) resolve(url);
      });
    });
  });
  // Whoever listens in vain never comes to await it.
  answer.catch(() => undefined);
  return answer;
}

const DONE = '<!doctype html><title>Done</title><p>You can close this window and go back to the application.</p>';
const UNEXPECTED =
  '<!doctype html><title>Unexpected</title><p>This is not the answer that the application waits for.</p>';
