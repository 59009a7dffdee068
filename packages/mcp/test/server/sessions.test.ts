import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  McpClient,
  McpHttpServer,
  type McpHttpServerOptions,
  McpRequestContext,
  McpServer,
  McpTool,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { SessionEvents } from '../../dist/server/SessionEvents.js';
import { INITIALIZE, RawHttpClient } from '../support/RawHttpClient.js';
import { until } from '../support/until.js';

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

let log: RecordingLogProvider;
let finish: (() => void) | undefined;
let signal: AbortSignal | undefined;
const closing: { close(): Promise<void> }[] = [];

beforeEach(() => {
  log = RecordingLogProvider.install();
  finish = undefined;
  signal = undefined;
});

afterEach(async () => {
  for (const open of closing.splice(0).reverse()) await open.close();
  log.uninstall();
});

class Tools {
  @McpTool()
  async long(context: McpRequestContext): Promise<string> {
    signal = context.signal;
    await new Promise<void>((resolve) => {
      finish = resolve;
      context.signal.addEventListener('abort', () => {
        resolve();
      });
    });
    return 'finished';
  }
}

const LONG = { jsonrpc: '2.0', id: 8, method: 'tools/call', params: { name: 'long', arguments: {} } };

async function listen(options: McpHttpServerOptions = {}): Promise<McpHttpServer> {
  const http = await new McpHttpServer(new McpServer().addObjects(new Tools()), options).listen();
  closing.push(http);
  return http;
}

function rawClient(http: McpHttpServer, headers: Record<string, string> = {}): RawHttpClient {
  const client = new RawHttpClient(http.url, headers);
  closing.push(client);
  return client;
}

async function session(http: McpHttpServer): Promise<RawHttpClient> {
  const opened = await rawClient(http).initialize();
  closing.push(opened);
  return opened;
}

describe('sessions of a server', () => {
  it('[MS-25] begin with initialize, which gives them an identifier, and end with DELETE', async () => {
    const http = await listen();
    const { status, headers } = await rawClient(http).post(INITIALIZE);
    const id = String(headers['mcp-session-id']);
    expect([status, id]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(http.sessionCount).toBe(1);
    const opened = rawClient(http, { 'mcp-session-id': id });
    expect((await opened.post(PING)).body).toContain('"result":{}');
    expect((await opened.post(INITIALIZE)).status).toBe(400);
    expect((await opened.send('DELETE')).status).toBe(200);
    expect(http.sessionCount).toBe(0);
    for (const method of ['POST', 'GET', 'DELETE']) {
      const gone = await opened.send(method, method === 'POST' ? JSON.stringify(PING) : '');
      expect([gone.status, JSON.parse(gone.body)]).toEqual([
        404,
        { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null },
      ]);
    }
  });

  it('[MS-25] are needed for everything but initialize', async () => {
    const http = await listen();
    expect((await rawClient(http, { 'mcp-session-id': 'unknown' }).post(PING)).status).toBe(404);
    for (const method of ['POST', 'GET', 'DELETE']) {
      expect((await rawClient(http).send(method, method === 'POST' ? JSON.stringify(PING) : '')).status).toBe(400);
    }
    expect((await rawClient(http).send('PUT')).status).toBe(405);
    expect(http.sessionCount).toBe(0);
  });

  it('[MS-25] end with DELETE only where that is allowed', async () => {
    const http = await listen({ disallowDelete: true });
    const opened = await session(http);
    const refused = await opened.send('DELETE');
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, POST']);
    expect((await opened.post(PING)).status).toBe(200);
    expect(http.sessionCount).toBe(1);
  });

  it('[MS-25] have a stream of events for those who accept one', async () => {
    const http = await listen();
    const { headers } = await rawClient(http).post(INITIALIZE);
    const plain = { 'mcp-session-id': String(headers['mcp-session-id']), accept: 'application/json' };
    expect((await rawClient(http, plain).send('GET')).status).toBe(406);
  });

  it('[MS-26] are so many at once; one that ends makes room', async () => {
    const http = await listen({ maxSessions: 2 });
    const [first] = [await session(http), await session(http)];
    const refused = await rawClient(http).post(INITIALIZE);
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      503,
      { jsonrpc: '2.0', error: { code: -32_000, message: 'Too many sessions' }, id: null },
    ]);
    await first.send('DELETE');
    expect((await rawClient(http).post(INITIALIZE)).status).toBe(200);
  });

  it('[MS-26] are forgotten when nothing was heard of them for the idle time', async () => {
    const http = await listen({ sessionIdleTimeout: 1000 });
    const [used, idle] = [await session(http), await session(http)];
    const deadline = performance.now() + 5000;
    while (http.sessionCount > 1 && performance.now() < deadline) {
      expect((await used.post(PING)).status).toBe(200);
      await pause(100);
    }
    expect(http.sessionCount).toBe(1);
    expect((await used.post(PING)).status).toBe(200);
    expect((await idle.post(PING)).status).toBe(404);
    await until(() => http.sessionCount === 0);
    expect((await used.post(PING)).status).toBe(404);
  });

  it('[MS-26] are not idle while one of their requests runs, however long', async () => {
    const http = await listen({ sessionIdleTimeout: 60 });
    const opened = await session(http);
    const call = opened.post(LONG);
    await until(() => finish !== undefined);
    await pause(300);
    expect([http.sessionCount, signal?.aborted]).toEqual([1, false]);
    finish?.();
    expect((await call).body).toContain('finished');
    await until(() => http.sessionCount === 0);
  });

  it('[MS-26] end the requests that still run when they are closed', async () => {
    const http = await listen();
    const opened = await session(http);
    const call = opened.post(LONG).catch(() => undefined);
    await until(() => signal !== undefined);
    await http.close();
    expect(signal?.aborted).toBe(true);
    await call;
  });

  it('[MS-26] live longer than the keep-alive interval at least', () => {
    for (const keepAliveInterval of [10, 11]) {
      expect(() => new McpHttpServer(new McpServer(), { sessionIdleTimeout: 10, keepAliveInterval })).toThrow(
        `sessionIdleTimeout must be greater than keepAliveInterval, but 10 ms is not above ${keepAliveInterval} ms`,
      );
    }
  });
});

describe('what a session sent last', () => {
  const message = (id: number, length: number) => ({
    jsonrpc: '2.0' as const,
    id,
    result: { content: [{ type: 'text', text: 'x'.repeat(length) }] },
  });

  /** The events that are left of those that were stored, after the first that is left. */
  async function replayed(events: SessionEvents, ids: readonly string[]): Promise<readonly string[]> {
    for (const id of ids) {
      if ((await events.getStreamIdForEventId(id)) === undefined) continue;
      const sent: string[] = [id];
      await events.replayEventsAfter(id, { send: async (later) => void sent.push(later) });
      return sent;
    }
    return [];
  }

  it('is kept up to a number of events, and to a size', async () => {
    for (const [count, length, left] of [
      [1010, 1, 1000],
      [10, 2 ** 20, 3],
      [3, 5 * 2 ** 20, 1],
    ] as const) {
      const events = new SessionEvents();
      const ids: string[] = [];
      for (let id = 0; id < count; id += 1) ids.push(await events.storeEvent('one', message(id, length)));
      expect(await replayed(events, ids)).toEqual(ids.slice(-left));
    }
  });
});

describe('signs of life', () => {
  interface Stream {
    readonly pings: number[];
    readonly comments: number;
    close(): void;
  }

  /** Opens the stream of events of a session, and notes when pings come, in milliseconds from its initialization. */
  async function listenTo(http: McpHttpServer): Promise<Stream> {
    const begin = performance.now();
    const { headers } = await rawClient(http).post(INITIALIZE);
    const pings: number[] = [];
    const request = get(http.url, {
      agent: false,
      headers: { accept: 'text/event-stream', 'mcp-session-id': String(headers['mcp-session-id']) },
    });
    let comments = 0;
    request.on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) {
          if (line.startsWith(':')) comments += 1;
          if (line.includes('"method":"ping"')) pings.push(performance.now() - begin);
        }
      });
    });
    request.on('error', () => undefined);
    const stream = {
      pings,
      get comments() {
        return comments;
      },
      close: () => void request.destroy(),
    };
    closing.push({ close: async () => stream.close() });
    return stream;
  }

  it('[MS-27] [PX-11] are asked of every session at the interval, first after one', async () => {
    const http = await listen({ keepAliveInterval: 200 });
    const first = await listenTo(http);
    await pause(130);
    const second = await listenTo(http);
    await until(() => first.pings.length >= 3 && second.pings.length >= 2);
    for (const { pings } of [first, second]) {
      // The timer of a session begins after the first note of the time.
      for (const [index, time] of pings.entries()) expect(time).toBeGreaterThanOrEqual((index + 1) * 199);
    }
    expect(first.comments).toBe(0);
  });

  it('[MS-27] keep a session that answers them, though it says nothing else', async () => {
    const http = await listen({ keepAliveInterval: 100, sessionIdleTimeout: 1500 });
    const { origin, pathname } = new URL(http.url);
    const client = McpClient.builder('quiet')
      .transport(streamableHttpTransport('quiet', { url: origin, endpoint: pathname }))
      .build();
    closing.push(client);
    await client.initialize();
    const mute = await listenTo(http);
    await until(() => http.sessionCount === 1);
    await pause(2000);
    expect([http.sessionCount, client.initialized]).toEqual([1, true]);
    expect(mute.pings.length).toBeGreaterThan(1);
    await client.ping();
  });

  it('[MS-27] [PX-11] are not asked by default', async () => {
    const stream = await listenTo(await listen());
    await pause(500);
    expect(stream.pings).toEqual([]);
  });

  it('[MS-27] are asked no longer when the session ends', async () => {
    const http = await listen({ keepAliveInterval: 30 });
    const opened = await session(http);
    await opened.send('DELETE');
    await pause(100);
    expect(log.messages('error')).toEqual([]);
    expect(http.sessionCount).toBe(0);
  });
});
