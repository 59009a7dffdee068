import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpServerRunner } from '@toolwright/autoconfigure';
import { ApplicationContext } from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import { McpClient, type McpTransportFactory, stdioTransport, streamableHttpTransport } from '@toolwright/mcp';
import { PantryApplication } from '../dist/PantryApplication.js';

const ROOT = join(process.cwd(), 'apps/mcp-server');
const MAIN = join(ROOT, 'dist/main.js');
const CLI = join(process.cwd(), 'packages/cli/dist/main.js');

const closing: { close(): Promise<unknown> }[] = [];
let log: RecordingLogProvider;

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(async () => {
  for (const open of closing.splice(0).reverse()) await open.close();
  log.uninstall();
});

function clientOf(transport: McpTransportFactory): McpClient {
  const client = McpClient.builder('pantry').transport(transport).build();
  closing.push(client);
  return client;
}

function overHttp(url: string): McpClient {
  const { origin, pathname } = new URL(url);
  return clientOf(streamableHttpTransport('pantry', { url: origin, endpoint: pathname }));
}

function overStdio(...args: readonly string[]): McpClient {
  return clientOf(stdioTransport('pantry', { command: process.execPath, args, cwd: ROOT }));
}

/** Asks for everything that the server offers. */
async function expectPantry(client: McpClient): Promise<void> {
  const { serverInfo, instructions } = await client.initialize();
  expect([serverInfo.name, instructions]).toEqual([
    'pantry',
    'Look up the stock of an article before you take something out.',
  ]);
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['stock', 'take']);
  expect(await client.callTool({ name: 'stock', arguments: { article: 'eggs' } })).toEqual({
    content: [{ type: 'text', text: '{"article":"eggs","pieces":6}' }],
    structuredContent: { article: 'eggs', pieces: 6 },
  });
  expect(await client.callTool({ name: 'take', arguments: { article: 'eggs', pieces: 4 } })).toEqual({
    content: [{ type: 'text', text: '2 eggs left' }],
  });
  expect(await client.callTool({ name: 'take', arguments: { article: 'eggs', pieces: 4 } })).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'There are only 2 eggs' }],
  });
  expect((await client.listResources()).map(({ uri }) => uri)).toEqual(['pantry://articles']);
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['recipe']);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A port that nobody uses at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('the pantry as an MCP server', () => {
  it('is reached over HTTP', async () => {
    const context = await ApplicationContext.run(PantryApplication, {
      config: ROOT,
      root: ROOT,
      args: ['--mcp.server.port=0'],
      env: {},
      logging: false,
      registerShutdownHook: false,
    });
    closing.push(context);
    await expectPantry(overHttp(context.get(McpServerRunner).url ?? ''));
  });

  it('[MS-03] [BX-35] is reached over the standard streams, and then over nothing else, whatever the protocol', async () => {
    const port = await freePort();
    const options = ['--mcp.server.stdio=true', '--mcp.server.protocol=STATELESS', `--mcp.server.port=${port}`];
    await expectPantry(overStdio(MAIN, ...options));
    expect(await isFree(port)).toBe(true);
  });
});

describe('toolwright mcp serve', () => {
  it('runs the application of the folder over the standard streams', async () => {
    await expectPantry(overStdio(CLI, 'mcp', 'serve'));
  });

  it('runs it over HTTP until a signal ends it', async () => {
    const child = spawn(process.execPath, [CLI, 'mcp', 'serve', '--http', '--port', '0'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      let url: string | undefined;
      for await (const line of createInterface({ input: child.stderr })) {
        url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line)?.[0];
        if (url !== undefined) break;
      }
      const client = overHttp(url ?? '');
      await expectPantry(client);
      await client.close();
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  });
});
