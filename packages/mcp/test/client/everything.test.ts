import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  McpClient,
  McpToolCallbackProvider,
  type McpTransportFactory,
  sseTransport,
  stdioTransport,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { until } from '../support/until.js';

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const LOOPBACK = new URL('../support/loopback.js', import.meta.url).href;

let log: RecordingLogProvider;
let child: ChildProcess | undefined;
let client: McpClient | undefined;

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  if (child) {
    const exit = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await exit;
    child = undefined;
  }
  log.uninstall();
});

/** Starts the server over HTTP on a free port of this machine. */
async function start(transport: 'sse' | 'streamableHttp'): Promise<string> {
  child = spawn(process.execPath, ['--import', LOOPBACK, EVERYTHING, transport], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stderr = child.stderr;
  if (!stderr) throw new Error('The server has no standard error');
  let said = '';
  for await (const line of createInterface({ input: stderr })) {
    said += `${line}\n`;
    const port = /^listening on port (\d+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    // Nobody reads on, and a full pipe would stop the server.
    stderr.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error(`The server does not listen:\n${said}`);
}

const TRANSPORTS: readonly (readonly [string, () => Promise<McpTransportFactory>])[] = [
  [
    'the standard streams',
    async () => stdioTransport('everything', { command: process.execPath, args: [EVERYTHING, 'stdio'] }),
  ],
  ['Streamable HTTP', async () => streamableHttpTransport('everything', { url: await start('streamableHttp') })],
  ['server-sent events', async () => sseTransport('everything', { url: await start('sse') })],
];

describe.each(TRANSPORTS)('server-everything over %s', (_name, transport) => {
  it('offers tools, resources and prompts, reports progress and hears of an abort', async () => {
    const progress: unknown[] = [];
    client = McpClient.builder('everything')
      .transport(await transport())
      .progressConsumer((notification) => void progress.push([notification.progress, notification.total]))
      .build();
    expect((await client.initialize()).serverInfo.name).toMatch(/everything/);
    const callbacks = await McpToolCallbackProvider.builder().addMcpClient(client).build().toolCallbacks();
    const named = (name: string) => callbacks.find(({ originalToolName }) => originalToolName === name);

    expect(await named('echo')?.call('{"message":"hello"}')).toBe('[{"type":"text","text":"Echo: hello"}]');
    expect(await named('get-sum')?.call('{"a":2,"b":3}')).toBe('[{"type":"text","text":"The sum of 2 and 3 is 5."}]');
    const image = await client.callTool({ name: 'get-tiny-image', arguments: {} });
    expect(image.content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    const { structuredContent } = await client.callTool({
      name: 'get-structured-content',
      arguments: { location: 'Chicago' },
    });
    expect(Object.keys(structuredContent as object).sort()).toEqual(['conditions', 'humidity', 'temperature']);
    const links = await client.callTool({ name: 'get-resource-links', arguments: { count: 2 } });
    expect(links.content.map(({ type }) => type)).toEqual(['text', 'resource_link', 'resource_link']);

    expect((await client.listResources()).length).toBeGreaterThan(0);
    expect((await client.listPrompts()).map(({ name }) => name)).toContain('simple-prompt');

    await client.callTool({
      name: 'trigger-long-running-operation',
      arguments: { duration: 0.2, steps: 2 },
      meta: { progressToken: 'long' },
    });
    await until(() => progress.length === 2);
    expect(progress).toEqual([
      [1, 2],
      [2, 2],
    ]);
    const turn = new AbortController();
    const long = client.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 2 } },
      { signal: turn.signal },
    );
    const failed = expect(long).rejects.toThrow();
    turn.abort();
    await failed;
    expect(await named('echo')?.call('{"message":"still here"}')).toContain('Echo: still here');
  });
});
