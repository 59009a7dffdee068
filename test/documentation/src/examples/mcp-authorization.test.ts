import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { McpAuthorizationHandler } from '@toolwright/mcp';
import { ApplicationContextRunner } from '@toolwright/testing';
import { authorizedClient, Consent } from './mcp-authorization.js';

let server: Server | undefined;

afterEach(async () => {
  jest.restoreAllMocks();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

/** Refuses everything, and is its own authorization server, which knows nobody. */
async function start(seen: (string | undefined)[]): Promise<string> {
  const created = createServer((request: IncomingMessage, response) => {
    if (request.url === '/token') seen.push(request.headers.authorization);
    const status = request.url === '/mcp' ? 401 : request.url === '/token' ? 400 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"error":"unauthorized_client"}');
  });
  server = created;
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
}

describe('the snippets about authorization', () => {
  it('authorize the application itself', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const seen: (string | undefined)[] = [];
    const client = authorizedClient(await start(seen), 'robot-secret');
    try {
      await expect(client.initialize()).rejects.toThrow("MCP connection 'shop' is not authorized: unauthorized_client");
    } finally {
      await client.close();
    }
    const basic = `Basic ${Buffer.from('robot:robot-secret').toString('base64')}`;
    expect(new Set(seen)).toEqual(new Set([basic]));
  });

  it('show the user an address and wait for the browser', async () => {
    const said: string[] = [];
    jest.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
    await new ApplicationContextRunner().withUserConfiguration(Consent).run(async (context) => {
      const probe = createServer();
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
      const redirectUrl = new URL(`http://127.0.0.1:${(probe.address() as AddressInfo).port}/callback`);
      await new Promise((resolve) => probe.close(resolve));
      const answer = context.get(McpAuthorizationHandler).authorize({
        connectionName: 'notes',
        authorizationUrl: new URL('https://login.example.com/authorize'),
        redirectUrl,
        state: 'abc',
        signal: AbortSignal.timeout(10_000),
      });
      while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await fetch(`${redirectUrl.href}?code=1&state=abc`);
      expect(String(await answer)).toBe(`${redirectUrl.href}?code=1&state=abc`);
    });
    expect(said).toEqual(['To use notes, open https://login.example.com/authorize']);
  });
});
