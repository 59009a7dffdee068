import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StdioProcess } from '../support/StdioProcess.js';

const FIXTURE = fileURLToPath(new URL('../support/stdioServerFixture.js', import.meta.url));

let server: StdioProcess;

beforeEach(() => {
  server = new StdioProcess([FIXTURE]);
});

afterEach(() => {
  server.kill();
});

const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });

describe('a server over the standard streams', () => {
  it('[MS-04] keeps its output for the protocol, whatever else writes to it', async () => {
    await server.initialize();
    expect((await server.request('tools/call', { name: 'chatty', arguments: {} })).result).toEqual(text('quiet'));
    expect(await server.end()).toBe(0);
    expect(server.messages.map(({ id }) => id)).toEqual([1, 2]);
    expect(server.standardError.split('\n')).toEqual([
      'before the server opens',
      'after the server opened',
      'console.log of a tool',
      'console.info of a tool',
      'a line of a tool',
      'bytes of a tool',
      '',
    ]);
  });

  it('[MS-28] says once that its tools changed', async () => {
    expect((await server.initialize()).result).toMatchObject({
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
    });
    await server.request('tools/call', { name: 'change', arguments: {} });
    await server.request('ping');
    expect(server.messages.filter(({ method }) => method !== undefined)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    ]);
    const { result } = await server.request('tools/list');
    expect((result?.['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(['change', 'chatty']);
  });

  it('[MS-07] tells of the resources that its client subscribed to, until it unsubscribes', async () => {
    await server.initialize();
    const updates = (): unknown[] =>
      server.messages.flatMap(({ method, params }) => (method === 'notifications/resources/updated' ? [params] : []));
    expect((await server.request('resources/subscribe', { uri: 'a://one' })).result).toEqual({});
    await server.request('tools/call', { name: 'change', arguments: {} });
    await server.request('ping');
    expect(updates()).toEqual([{ uri: 'a://one' }]);
    expect((await server.request('resources/unsubscribe', { uri: 'a://one' })).result).toEqual({});
    await server.request('tools/call', { name: 'change', arguments: {} });
    await server.request('ping');
    expect(updates()).toEqual([{ uri: 'a://one' }]);
  });
});
