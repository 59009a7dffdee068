import { describe, expect, it } from '@jest/globals';
import {
  McpArg,
  McpAuthenticator,
  McpClient,
  McpHttpServer,
  type McpHttpServerOptions,
  type McpPrincipal,
  McpProgressToken,
  McpPrompt,
  McpRequest,
  McpRequestContext,
  McpServer,
  McpSyncHttpClientRequestCustomizer,
  McpTool,
  type McpHttpRequest,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { closeAfterEachTest, closing } from '../support/openedInTest.js';
import { until } from '../support/until.js';

closeAfterEachTest();

async function listen(objects: readonly object[], options: McpHttpServerOptions = {}): Promise<McpHttpServer> {
  const http = await new McpHttpServer(new McpServer().addObjects(...objects), options).listen();
  closing.push(http);
  return http;
}

function clientOf(http: McpHttpServer, headers: Readonly<Record<string, string>> = {}): McpClient {
  const { origin, pathname } = new URL(http.url);
  const client = McpClient.builder('test')
    .transport(streamableHttpTransport('test', { url: origin, endpoint: pathname, headers }))
    .clientInfo('tester', '3')
    .requestTimeout(5000)
    .build();
  closing.push(client);
  return client;
}

function text(value: string): unknown {
  return { content: [{ type: 'text', text: value }] };
}

/** A message over HTTP as it is, and its answer. */
async function post(
  http: McpHttpServer,
  message: unknown,
  session?: string | null,
): Promise<{ status: number; body: string; session: string | null }> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
    ...(typeof session === 'string' && { 'mcp-session-id': session }),
  };
  const response = await fetch(http.url, { method: 'POST', headers, body: JSON.stringify(message) });
  return { status: response.status, body: await response.text(), session: response.headers.get('mcp-session-id') };
}

function initialize(more: Readonly<Record<string, unknown>> = {}): object {
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo, ...more };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

/** The message of an answer that is a stream of one event. */
function messageOf(body: string): unknown {
  const line = body.split('\n').find((candidate) => candidate.startsWith('data: {'));
  return JSON.parse(line?.slice('data: '.length) ?? '') as unknown;
}

class Seen {
  readonly signals: AbortSignal[] = [];

  @McpTool()
  whole(@McpRequest() request: { name: string; arguments?: object }, context: McpRequestContext): string {
    return JSON.stringify([request.name, request.arguments, context.sessionId !== undefined]);
  }

  @McpTool()
  beside(word: string, @McpRequest() request: { arguments?: object }): string {
    return JSON.stringify([word, request.arguments]);
  }

  @McpTool()
  async about(context: McpRequestContext): Promise<string> {
    await context.ping();
    const { request, sessionId, clientInfo, clientCapabilities, requestMeta, transportContext, signal } = context;
    return JSON.stringify({
      request,
      session: typeof sessionId,
      clientInfo,
      clientCapabilities,
      requestMeta,
      transportContext,
      aborted: signal.aborted,
    });
  }

  @McpTool()
  async wait(context: McpRequestContext): Promise<void> {
    this.signals.push(context.signal);
    await new Promise((resolve) => context.signal.addEventListener('abort', resolve, { once: true }));
  }

  @McpPrompt()
  ask(@McpArg({ required: true }) topic: string, @McpProgressToken() token: string | number | null): string {
    return `${topic} ${JSON.stringify(token)}`;
  }
}

describe('the request of a method of a server', () => {
  it('[MS-15] may be all that it takes; then any arguments are', async () => {
    const client = clientOf(await listen([new Seen()]));
    const tools = new Map((await client.listTools()).map((tool) => [tool.name, tool]));
    expect(tools.get('whole')?.inputSchema).toEqual({ type: 'object', properties: {}, required: [] });
    const given = { any: 1, more: { deep: [true] } };
    expect(await client.callTool({ name: 'whole', arguments: given })).toEqual(
      text(JSON.stringify(['whole', given, true])),
    );
    expect(tools.get('beside')?.inputSchema).toMatchObject({
      properties: { word: { type: 'string' } },
      required: ['word'],
      additionalProperties: false,
    });
    expect(await client.callTool({ name: 'beside', arguments: { word: 'w' } })).toEqual(text('["w",{"word":"w"}]'));
    expect(await client.callTool({ name: 'beside', arguments: { word: 'w', other: 1 } })).toMatchObject({
      isError: true,
    });
  });

  it('[MS-31] is known with its session, its client and the facts that were taken from HTTP', async () => {
    const plain = clientOf(await listen([new Seen()]));
    const { content } = await plain.callTool({ name: 'about', arguments: {}, meta: { trace: 'x' } });
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual({
      request: { name: 'about', arguments: {}, _meta: { trace: 'x' } },
      session: 'string',
      clientInfo: { name: 'tester - test', title: 'test', version: '3' },
      clientCapabilities: {},
      requestMeta: { trace: 'x' },
      transportContext: {},
      aborted: false,
    });
    const contextExtractor = (request: Request) => ({ tenant: request.headers.get('x-tenant') });
    const extracted = clientOf(await listen([new Seen()], { contextExtractor }), { 'x-tenant': 'acme' });
    const second = await extracted.callTool({ name: 'about', arguments: {} });
    expect(JSON.parse((second.content[0] as { text: string }).text)).toMatchObject({
      transportContext: { tenant: 'acme' },
    });
  });

  it('[MS-31] tells when the client cancels', async () => {
    const seen = new Seen();
    const client = clientOf(await listen([seen]));
    const turn = new AbortController();
    const call = client.callTool({ name: 'wait', arguments: {} }, { signal: turn.signal });
    const failed = expect(call).rejects.toThrow();
    await until(() => seen.signals.length === 1);
    expect(seen.signals[0]?.aborted).toBe(false);
    turn.abort();
    await failed;
    await until(() => seen.signals[0]?.aborted === true);
  });

  it('[MS-31] tells when the session ends', async () => {
    const seen = new Seen();
    const http = await listen([seen]);
    const { session } = await post(http, initialize());
    const params = { name: 'wait', arguments: {} };
    const call = post(http, { jsonrpc: '2.0', id: 2, method: 'tools/call', params }, session);
    await until(() => seen.signals.length === 1);
    const headers = { 'mcp-session-id': session ?? '', 'mcp-protocol-version': '2025-06-18' };
    expect((await fetch(http.url, { method: 'DELETE', headers })).status).toBe(200);
    await until(() => seen.signals[0]?.aborted === true);
    await call.catch(() => undefined);
  });

  it('[MS-31] tells when the connection of a request without session is lost', async () => {
    const seen = new Seen();
    const http = await listen([seen], { stateless: true });
    const connection = new AbortController();
    const call = fetch(http.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait', arguments: {} } }),
      signal: connection.signal,
    });
    const failed = call.then((response) => response.text()).catch(() => 'lost');
    await until(() => seen.signals.length === 1);
    connection.abort();
    await until(() => seen.signals[0]?.aborted === true);
    expect(await failed).toBe('lost');
  });

  it('[MA-10] gives a prompt its progress token, or null', async () => {
    const http = await listen([new Seen()], { stateless: true });
    const params = { name: 'ask', arguments: { topic: 'rain' } };
    for (const [meta, token] of [
      [{ _meta: { progressToken: 'p-1' } }, '"p-1"'],
      [{ _meta: { progressToken: 7 } }, '7'],
      [{}, 'null'],
    ] as const) {
      const { body } = await post(http, {
        jsonrpc: '2.0',
        id: 1,
        method: 'prompts/get',
        params: { ...params, ...meta },
      });
      expect(messageOf(body)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: { messages: [{ role: 'assistant', content: { type: 'text', text: `rain ${token}` } }] },
      });
    }
  });
});

describe('messages on the wire', () => {
  it('[MS-36] carry no members without value, and may have members that nobody knows', async () => {
    class Bare {
      @McpTool()
      bare(): string {
        return 'x';
      }
    }
    const http = await listen([new Bare()]);
    const first = await post(http, initialize({ future: { a: 1 }, capabilities: { experimental: {}, later: {} } }));
    expect(first.status).toBe(200);
    expect(first.body).not.toContain('null');
    expect(messageOf(first.body)).toMatchObject({ result: { serverInfo: { name: 'mcp-server', version: '1.0.0' } } });
    const list = await post(
      http,
      { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { later: true } },
      first.session,
    );
    expect(list.body).not.toContain('null');
    expect(messageOf(list.body)).toMatchObject({ id: 2, result: { tools: [{ name: 'bare' }] } });
    const params = { name: 'bare', arguments: {}, _meta: {}, later: { b: null } };
    const call = await post(http, { jsonrpc: '2.0', id: 3, method: 'tools/call', params }, first.session);
    expect(messageOf(call.body)).toEqual({
      jsonrpc: '2.0',
      id: 3,
      result: { content: [{ type: 'text', text: 'x' }] },
    });
  });

  it('[MX-14] are at most 100 at once', async () => {
    const http = await listen([new Seen()]);
    const { session } = await post(http, initialize());
    const pings = (count: number) =>
      Array.from({ length: count }, (_value, index) => ({ jsonrpc: '2.0', id: index + 10, method: 'ping' }));
    const refused = await post(http, pings(101), session);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32_600, message: 'Invalid Request: Batch must not exceed 100 messages' },
    });
    const taken = await post(http, pings(100), session);
    expect([taken.status, taken.body.split('\n').filter((line) => line.startsWith('data: {')).length]).toEqual([
      200, 100,
    ]);
  });
});

class Anyone extends McpAuthenticator {
  readonly headers: (string | undefined)[] = [];

  override authenticate({ authorization }: { authorization?: string }): McpPrincipal {
    this.headers.push(authorization);
    return { name: 'anyone' };
  }
}

describe('a tool that uses another server', () => {
  /** A gateway whose tool calls a tool of another server, with these customizers. */
  async function gateway(...sync: McpSyncHttpClientRequestCustomizer[]): Promise<readonly (string | undefined)[]> {
    const behind = new Anyone();
    const { origin, pathname } = new URL((await listen([new Seen()], { authenticator: behind })).url);
    const inner = McpClient.builder('inner')
      .transport(streamableHttpTransport('inner', { url: origin, endpoint: pathname, customizers: { sync } }))
      .build();
    closing.push(inner);
    class Gateway {
      @McpTool()
      async through(): Promise<unknown> {
        return inner.callTool({ name: 'whole', arguments: {} });
      }
    }
    const front = clientOf(await listen([new Gateway()], { authenticator: new Anyone() }), {
      authorization: 'Bearer of-the-caller',
    });
    expect(await front.callTool({ name: 'through', arguments: {} })).toEqual(text('["whole",{},true]'));
    return [...new Set(behind.headers)];
  }

  it('[MX-06] does not pass the credentials of its caller on', async () => {
    expect(await gateway()).toEqual([undefined]);
  });

  it('[MX-06] passes on what a customizer of requests adds', async () => {
    class Forward extends McpSyncHttpClientRequestCustomizer {
      override customize({ headers }: McpHttpRequest): void {
        headers.set('authorization', 'Bearer on-behalf');
      }
    }
    expect(await gateway(new Forward())).toEqual(['Bearer on-behalf']);
  });
});
