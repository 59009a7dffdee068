import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  McpAsyncHttpClientRequestCustomizer,
  McpClient,
  McpHttpClientTransportCustomizer,
  type McpHttpRequest,
  type McpHttpTransportOptions,
  McpSyncHttpClientRequestCustomizer,
  McpToolCallbackProvider,
  type McpTransportFactory,
  sseTransport,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { ToolContext, ToolExecutionException } from '@toolwright/tools';
import { limitedFetch } from '../../dist/client/transport/limitedFetch.js';
import { HttpFixture } from '../support/HttpFixture.js';
import { until } from '../support/until.js';

let log: RecordingLogProvider;
let fixture: HttpFixture;
const clients: McpClient[] = [];

beforeEach(async () => {
  log = RecordingLogProvider.install();
  fixture = await HttpFixture.start();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await fixture.kill();
  log.uninstall();
});

function connect(factory: McpTransportFactory, name = 'web', timeout = 10_000): McpClient {
  const client = McpClient.builder(name)
    .transport(factory)
    .requestTimeout(timeout)
    .reconnectDelays({ initial: 20, factor: 1.5, max: 100 })
    .build();
  clients.push(client);
  return client;
}

function web(more: Partial<Parameters<typeof streamableHttpTransport>[1]> = {}): McpTransportFactory {
  return streamableHttpTransport('web', { url: fixture.url, ...more });
}

async function textOf(client: McpClient, name: string, given: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  const [item] = content;
  return item?.type === 'text' ? item.text : '';
}

describe('a server over Streamable HTTP', () => {
  it('[MC-07] is at /mcp, or where the property says; connections are independent', async () => {
    const [first, second] = [connect(web(), 'first'), connect(web({ endpoint: '/custom' }), 'second')];
    expect(await textOf(first, 'echo', { a: 1 })).toBe('{"a":1}');
    expect(await textOf(second, 'echo', { b: 2 })).toBe('{"b":2}');
    expect(new Set(fixture.seen.map(({ url }) => url))).toEqual(new Set(['/mcp', '/custom']));
    expect(fixture.sessions).toBe(2);
    await first.close();
    expect(await textOf(second, 'echo')).toBe('{}');
  });

  it('[MC-10] needs a URL, whose path and query are kept', async () => {
    expect(() => streamableHttpTransport('web', { url: '' })).toThrow(
      "Streamable HTTP connection 'web' requires a 'url' property. Example: url: http://localhost:3000",
    );
    expect(() => streamableHttpTransport('web', { url: 'no url' })).toThrow(
      "Streamable HTTP connection 'web' requires a 'url' property that is a URL, but it is 'no url'. " +
        'Example: url: http://localhost:3000',
    );
    expect(() => streamableHttpTransport('web', { url: 'ftp://user:pw@host/x?token=1' })).toThrow(
      "requires a 'url' property that is a URL, but it is 'ftp://host/x'",
    );
    await connect(web({ url: `${fixture.url}/base/?a=1`, endpoint: 'tools?b=2' })).initialize();
    expect(fixture.seen[0]?.url).toBe('/base/tools?a=1&b=2');
  });

  it('[MX-10] fails a call whose answer is too large, and no other', async () => {
    const client = connect(web());
    await expect(client.callTool({ name: 'huge', arguments: {} })).rejects.toMatchObject({ code: 'MCP_TRANSPORT' });
    expect(await textOf(client, 'echo', { a: 1 })).toBe('{"a":1}');
  });

  it.each([
    ['an answer', 'application/json', 'x'],
    ['an event', 'text/event-stream', 'data: x\n'],
    ['a refusal', 'text/plain', 'x'],
  ])('[MX-10] fails, and stops reading, if %s never ends', async (_name, type, piece) => {
    let written = 0;
    let closed = false;
    const endless = createServer((request, response) => {
      response.writeHead(type === 'text/plain' ? 500 : 200, { 'content-type': type });
      response.on('close', () => (closed = true));
      const block = piece.repeat(2 ** 16);
      const write = (): void => {
        while (!closed && response.write(block)) written += block.length;
        written += block.length;
      };
      response.on('drain', write);
      request.resume().on('end', write);
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = endless.address() as AddressInfo;
      const client = connect(streamableHttpTransport('web', { url: `http://127.0.0.1:${port}` }));
      await expect(client.initialize()).rejects.toMatchObject({ code: 'MCP_CONNECTION' });
      await until(() => closed);
      expect(written).toBeLessThan(40 * 2 ** 20);
    } finally {
      endless.closeAllConnections();
      await new Promise((resolve) => endless.close(resolve));
    }
  });

  it('[MX-10] may send any number of events over one stream, wherever they are split', async () => {
    const endings = ['\n\n', '\r\n\r\n', '\r\r'];
    const answer = limitedFetch(async () => {
      const event = Buffer.from(`data: ${'x'.repeat(2 ** 20)}`);
      async function* pieces(): AsyncGenerator<Uint8Array> {
        for (let index = 0; index < 30; index += 1) {
          const [ending = ''] = [endings[index % 3]];
          yield event;
          for (const character of ending) yield Buffer.from(character);
        }
      }
      return new Response(ReadableStream.from(pieces()), { headers: { 'content-type': 'text/event-stream' } });
    });
    const { size } = await (await answer('http://127.0.0.1')).blob();
    expect(size).toBeGreaterThan(30 * 2 ** 20);
  });

  it('[MC-12] is told who connects', async () => {
    const bodies: string[] = [];
    class Spy extends McpHttpClientTransportCustomizer {
      override customize(_name: string, options: McpHttpTransportOptions): void {
        options.fetch = async (url, init) => {
          if (typeof init?.body === 'string') bodies.push(init.body);
          return fetch(url, init);
        };
      }
    }
    const factory = web({ customizers: { transport: [new Spy()] } });
    const client = McpClient.builder('files').clientInfo('my app', '2.1').transport(factory).build();
    clients.push(client);
    await client.initialize();
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        clientInfo: { name: 'my app - files', version: '2.1', title: 'files' },
        capabilities: {},
      },
    });
  });

  it('[MC-17] gets the headers of all customizers, synchronous ones first; the transport customizer wins', async () => {
    class Sync extends McpSyncHttpClientRequestCustomizer {
      constructor(readonly value: string) {
        super();
      }

      override customize({ headers, connectionName }: McpHttpRequest): void {
        headers.append('x-trace', `${this.value}@${connectionName}`);
      }
    }
    class Async extends McpAsyncHttpClientRequestCustomizer {
      override async customize({ headers, url, method }: McpHttpRequest): Promise<void> {
        headers.append('x-trace', `async ${method} ${url.pathname}`);
      }
    }
    class Last extends McpHttpClientTransportCustomizer {
      override customize(_name: string, options: McpHttpTransportOptions): void {
        options.requestInit = { headers: { 'x-own': 'customizer' } };
      }
    }
    const customizers = { sync: [new Sync('one'), new Sync('two')], async: [new Async()] };
    await connect(web({ headers: { 'x-own': 'property' }, customizers })).initialize();
    expect(fixture.seen[0]?.headers).toMatchObject({
      'x-own': 'property',
      'x-trace': 'one@web, two@web, async POST /mcp',
    });
    fixture.seen.length = 0;
    const winning = { ...customizers, transport: [new Last()] };
    await connect(web({ headers: { 'x-own': 'property' }, customizers: winning })).initialize();
    expect(fixture.seen.find(({ method }) => method === 'POST')?.headers).toMatchObject({ 'x-own': 'customizer' });
  });

  it('[MC-19] ends its session when the client closes', async () => {
    const client = connect(web());
    await client.initialize();
    expect(fixture.sessions).toBe(1);
    await client.close();
    expect(fixture.seen.some(({ method }) => method === 'DELETE')).toBe(true);
    expect(fixture.sessions).toBe(0);
  });

  it('[MC-24] gets the negotiated revision with every request after the first', async () => {
    const client = connect(web());
    await textOf(client, 'echo');
    const versions = fixture.seen
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['mcp-protocol-version']);
    expect(versions).toEqual([undefined, '2025-11-25', '2025-11-25']);
  });

  it('[MR-06] on this machine gets the tool context', async () => {
    const provider = McpToolCallbackProvider.builder().addMcpClient(connect(web())).build();
    const meta = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === 'meta');
    expect(await meta?.call('{}', new ToolContext({ tenant: 'a' }))).toBe(
      '[{"type":"text","text":"{\\"tenant\\":\\"a\\"}"}]',
    );
    for (const url of ['http://localhost:1', 'http://127.9.8.7:1', 'http://[::1]:1']) {
      expect(streamableHttpTransport('x', { url }).local).toBe(true);
    }
    for (const url of ['http://example.com', 'https://127.0.0.1.example.com', 'http://10.0.0.1']) {
      expect(streamableHttpTransport('x', { url }).local).toBe(false);
    }
  });

  it('[MX-11] that dies during a call fails it long before its timeout', async () => {
    const client = connect(web(), 'web', 60_000);
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    const hang = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === 'hang');
    const call = hang?.call('{}');
    const failed = expect(call).rejects.toMatchObject({ message: 'Connection closed', code: 'TOOL_EXECUTION' });
    await until(() => fixture.seen.filter(({ method }) => method === 'POST').length === 4);
    await fixture.kill();
    await failed;
    await expect(call).rejects.toBeInstanceOf(ToolExecutionException);
  }, 30_000);

  it('[MX-12] that forgot the session gets the call in a new one, once', async () => {
    const client = connect(web());
    expect(await textOf(client, 'echo')).toBe('{}');
    fixture.forgetSessions();
    expect(await textOf(client, 'echo', { again: true })).toBe('{"again":true}');
    expect(fixture.sessions).toBe(1);
  });

  it('[MX-12] never gets a call twice that it may have run', async () => {
    const calls = (): number => fixture.seen.filter(({ method }) => method === 'POST').length;
    const client = connect(web(), 'web', 60_000);
    await client.initialize();
    const call = client.callTool({ name: 'hang', arguments: {} });
    const failed = expect(call).rejects.toThrow('Connection closed');
    await until(() => calls() === 3);
    await fixture.kill();
    await failed;
    await fixture.listen();
    const before = calls();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls()).toBe(before);
  }, 30_000);

  it('[MX-12] gets an idempotent call again after it died, if it is trusted', async () => {
    const client = McpClient.builder('web').transport(web()).trusted(true).build();
    clients.push(client);
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    const flaky = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === 'flaky');
    expect(await flaky?.call('{}')).toBe('[{"type":"text","text":"recovered"}]');
    // Nobody waits for the timeout of 20 s.
    expect(fixture.sessions).toBe(1);
  }, 15_000);

  it('[PX-01] can be killed and started again on its port', async () => {
    const client = connect(web());
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    const names = (await provider.toolCallbacks()).map(({ definition }) => definition.name);
    await fixture.kill();
    // A restart takes long enough for the client to notice that its idle connections are gone.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await fixture.listen();
    const echo = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === 'echo');
    expect(await echo?.call('{"back":true}')).toBe('[{"type":"text","text":"{\\"back\\":true}"}]');
    expect((await provider.toolCallbacks()).map(({ definition }) => definition.name)).toEqual(names);
  });

  it('[PX-02] recovers after attempts while it was down', async () => {
    const client = connect(web());
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    await provider.toolCallbacks();
    await fixture.kill();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      provider.invalidateCache();
      await expect(provider.toolCallbacks()).rejects.toThrow(/fetch failed|Connection closed/);
    }
    await fixture.listen();
    expect((await provider.toolCallbacks()).length).toBe(8);
  });

  it('[MX-13] that is not there is reported with the name of the connection', async () => {
    await fixture.kill();
    const client = connect(
      web({ url: `${fixture.url}?token=very-secret`, headers: { authorization: 'Bearer hidden' } }),
    );
    const failure: unknown = await client.initialize().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'MCP_CONNECTION', connectionName: 'web' });
    expect((failure as Error).message).toMatch(
      /^Failed to initialize MCP connection 'web': fetch failed \(.*ECONNREFUSED/,
    );
  });

  it('[MX-17] leaves no secrets in messages and logs', async () => {
    const secrets = ['very-secret-token', 'hidden-bearer', 'pass-word'];
    await fixture.kill();
    const url = fixture.url.replace('//', `//user:${secrets[2]}@`);
    const client = connect(
      web({ url: `${url}/?token=${secrets[0]}`, headers: { authorization: `Bearer ${secrets[1]}` } }),
      'web',
      500,
    );
    const failure: unknown = await client.initialize().catch((error: unknown) => error);
    const text = `${(failure as Error).message} ${JSON.stringify(log.entries)}`;
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('[MX-17] leaves no secrets in messages though a server quotes them in part', async () => {
    const quoting = createServer((request, response) => {
      const token = request.headers.authorization?.replace('Bearer ', '');
      const [, written = ''] = (request.url ?? '').split('key=');
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`neither ${token} nor ${written} nor ${decodeURIComponent(written)} is known`);
    });
    await new Promise<void>((resolve) => quoting.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = quoting.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/?a=1&key=query%2Fsecret`;
      const client = connect(web({ url, headers: { authorization: 'Bearer hidden-bearer' } }));
      const failure: unknown = await client.initialize().catch((error: unknown) => error);
      expect((failure as Error).message).toContain('neither *** nor *** nor *** is known');
      // As a logger prints it, causes included.
      expect(inspect(failure, { depth: 10 })).not.toMatch(/hidden-bearer|query(%2F|\/)secret/);
    } finally {
      quoting.closeAllConnections();
      await new Promise((resolve) => quoting.close(resolve));
    }
  });

  it('[PX-09] lets running calls end when it is closed, as long as a request may take', async () => {
    const client = connect(web(), 'web', 400);
    await client.initialize();
    const echo = textOf(client, 'echo', { n: 1 });
    const hang = client.callTool({ name: 'hang', arguments: {} }, { timeout: 60_000 });
    const failed = expect(hang).rejects.toMatchObject({ code: 'MCP_TRANSPORT' });
    await until(() => fixture.seen.filter(({ method }) => method === 'POST').length >= 4);
    await client.close();
    expect(await echo).toBe('{"n":1}');
    await failed;
    await expect(client.callTool({ name: 'echo', arguments: {} })).rejects.toThrow("MCP connection 'web' is closed");
  });
});

describe('a server over server-sent events', () => {
  it('[MC-08] is at /sse; a query of the endpoint is kept', async () => {
    const urls = async (endpoint?: string): Promise<readonly string[]> => {
      fixture.seen.length = 0;
      const factory = sseTransport('old', { url: fixture.url, ...(endpoint !== undefined && { endpoint }) });
      await connect(factory, 'old', 500)
        .initialize()
        .catch(() => undefined);
      return fixture.seen.map(({ url }) => url);
    };
    expect((await urls())[0]).toBe('/sse');
    expect((await urls('/v1/events?token=a&format=json'))[0]).toBe('/v1/events?token=a&format=json');
  });

  it('[MC-09] needs a URL', () => {
    for (const url of ['', '  ']) {
      expect(() => sseTransport('old', { url })).toThrow(
        "SSE connection 'old' requires a 'url' property. Example: url: http://localhost:3000",
      );
    }
    expect(() => sseTransport('old', { url: 'nonsense', endpoint: '/e?token=1' })).toThrow(
      "Failed to create SSE transport for connection 'old'. Check URL splitting: url='nonsense', sse-endpoint='/e'. " +
        'Full URL should be split as: url=http://host:port, sse-endpoint=/path/to/endpoint',
    );
  });
});
