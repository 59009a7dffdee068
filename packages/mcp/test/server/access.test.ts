import { request as httpRequest } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import {
  type McpAuthenticationFailure,
  McpAuthenticator,
  McpClient,
  McpHttpServer,
  type McpHttpServerOptions,
  type McpPrincipal,
  McpRequestContext,
  McpServer,
  McpTool,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { closeAfterEachTest, closing } from '../support/openedInTest.js';

closeAfterEachTest();

class Tools {
  @McpTool()
  who(context: McpRequestContext): string {
    return JSON.stringify(context.transportContext);
  }

  @McpTool({ roles: ['admin'] })
  erase(): string {
    return 'erased';
  }
}

class Tokens extends McpAuthenticator {
  override authenticate({ authorization }: { authorization?: string }): McpPrincipal | McpAuthenticationFailure {
    const name = authorization?.replace('Bearer ', '');
    if (name === undefined || name === 'wrong') {
      return { status: 401, challenge: { resource_metadata: 'https://example.com/.well-known/x' } };
    }
    if (name === 'narrow') return { status: 403, challenge: { error: 'insufficient_scope' } };
    return { name, roles: name === 'ada' ? ['admin'] : [] };
  }
}

async function listen(options: McpHttpServerOptions = {}): Promise<McpHttpServer> {
  const http = await new McpHttpServer(new McpServer().addObjects(new Tools()), options).listen();
  closing.push(http);
  return http;
}

function clientOf(http: McpHttpServer, token?: string): McpClient {
  const { origin } = new URL(http.url);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const client = McpClient.builder('c')
    .transport(streamableHttpTransport('c', { url: origin, headers }))
    .build();
  closing.push(client);
  return client;
}

/** The status of a request with these headers, `Host` included. */
function send(
  http: McpHttpServer,
  method: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(http.url, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});
const post = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe('access to a server', () => {
  it('[MX-01] is for this machine only, which is checked before anything is read', async () => {
    const http = await listen();
    expect(new URL(http.url).hostname).toBe('127.0.0.1');
    for (const method of ['POST', 'GET', 'DELETE']) {
      for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }, { origin: 'null' }]) {
        const { status, body } = await send(http, method, { ...post, ...headers }, method === 'POST' ? 'no json' : '');
        expect(status).toBe(403);
        expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } });
      }
    }
    for (const headers of [{}, { host: 'localhost:99' }, { host: '[::1]' }, { origin: 'http://localhost:5173' }]) {
      expect((await send(http, 'POST', { ...post, ...headers }, initialize)).status).toBe(200);
    }
  });

  it('[MX-02] is for the hosts and origins that are allowed; browsers are told no other', async () => {
    const http = await listen({ allowedHosts: ['127.0.0.1'], allowedOrigins: ['app.example'] });
    const allowed = await send(http, 'POST', { ...post, origin: 'https://app.example' }, initialize);
    expect(allowed.status).toBe(200);
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example');
    expect((await send(http, 'POST', { ...post, origin: 'http://localhost' }, initialize)).status).toBe(403);
    expect((await send(http, 'OPTIONS', { origin: 'https://app.example' })).status).toBe(204);
    expect(() => new McpHttpServer(new McpServer(), { allowedOrigins: ['*'] })).toThrow(
      "take '*' only with an authenticator",
    );
  });

  it('[MX-03] from other machines needs authentication', async () => {
    expect(() => new McpHttpServer(new McpServer(), { host: '0.0.0.0' })).toThrow(
      'The MCP server would listen on 0.0.0.0 without authentication.',
    );
    new McpHttpServer(new McpServer(), { host: '0.0.0.0', authenticator: new Tokens() });
    new McpHttpServer(new McpServer(), { host: '0.0.0.0', allowUnauthenticated: true });
  });

  it('[MX-04] is refused without the right credentials, and tools know who calls', async () => {
    const http = await listen({ authenticator: new Tokens() });
    for (const [authorization, status, challenge] of [
      [undefined, 401, 'Bearer resource_metadata="https://example.com/.well-known/x"'],
      ['Bearer wrong', 401, 'Bearer resource_metadata="https://example.com/.well-known/x"'],
      ['Bearer narrow', 403, 'Bearer error="insufficient_scope"'],
    ] as const) {
      const answer = await send(
        http,
        'POST',
        { ...post, ...(authorization !== undefined && { authorization }) },
        initialize,
      );
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
    }
    const result = await clientOf(http, 'bob').callTool({ name: 'who', arguments: {} });
    expect(result.content).toEqual([{ type: 'text', text: '{"principal":{"name":"bob","roles":[]}}' }]);
  });

  it('[MX-05] does not come with the session of somebody else', async () => {
    const http = await listen({ authenticator: new Tokens() });
    const opened = await send(http, 'POST', { ...post, authorization: 'Bearer ada' }, initialize);
    const id = String(opened.headers['mcp-session-id']);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const use = (token: string): Promise<{ status: number }> =>
      send(http, 'POST', { ...post, authorization: `Bearer ${token}`, 'mcp-session-id': id }, list);
    expect((await use('bob')).status).toBe(404);
    expect((await use('ada')).status).toBe(200);
  });

  it('[TX-19] hands the text of a tool on without quotes', async () => {
    const http = await listen({ authenticator: new Tokens() });
    const { content } = await clientOf(http, 'ada').callTool({ name: 'erase', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'erased' }]);
  });

  it('[PX-10] to a tool can need a role: it is hidden from others, and refused', async () => {
    const http = await listen({ authenticator: new Tokens() });
    const [ada, bob] = [clientOf(http, 'ada'), clientOf(http, 'bob')];
    expect((await ada.listTools()).map(({ name }) => name)).toEqual(['erase', 'who']);
    expect((await bob.listTools()).map(({ name }) => name)).toEqual(['who']);
    expect((await ada.callTool({ name: 'erase', arguments: {} })).content).toEqual([{ type: 'text', text: 'erased' }]);
    await expect(bob.callTool({ name: 'erase', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });

  it('[MX-14] is limited in size', async () => {
    const http = await listen({ maxRequestSize: 1000 });
    const { status, body } = await send(http, 'POST', post, `{"x":"${'y'.repeat(2000)}"}`);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: {} });
  });
});
