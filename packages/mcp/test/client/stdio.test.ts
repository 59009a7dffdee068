import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  McpClient,
  McpToolCallbackProvider,
  readServersConfiguration,
  type StdioServerParameters,
  stdioTransport,
} from '@toolwright/mcp';
import { ToolExecutionException } from '@toolwright/tools';
import { limitedLines } from '../../dist/client/transport/limitedLines.js';
import { until } from '../support/until.js';

const FIXTURE = fileURLToPath(new URL('../support/stdioFixture.js', import.meta.url));

let log: RecordingLogProvider;
const clients: McpClient[] = [];

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  log.uninstall();
});

function connect(more: Partial<StdioServerParameters> = {}, name = 'child', timeout = 20_000): McpClient {
  const { args = [], ...rest } = more;
  const client = McpClient.builder(name)
    .transport(stdioTransport(name, { command: process.execPath, args: [FIXTURE, ...args], ...rest }))
    .requestTimeout(timeout)
    .reconnectDelays({ initial: 1, factor: 1, max: 1 })
    .build();
  clients.push(client);
  return client;
}

async function textOf(client: McpClient, name: string, given: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  const [item] = content;
  return item?.type === 'text' ? item.text : '';
}

function childrenRunning(): number {
  const list = execFileSync('ps', ['-o', 'args=', '--ppid', `${process.pid}`], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes('stdioFixture')).length;
}

describe('a server in a child process', () => {
  it('[MC-03] runs with its arguments and variables, or without any', async () => {
    const plain = connect();
    expect(await textOf(plain, 'echo', { a: 1 })).toBe('{"a":1}');
    const full = connect({ args: ['--flag', 'value'], env: { FIXTURE_VALUE: 'set' } }, 'full');
    expect(JSON.parse(await textOf(full, 'env'))).toMatchObject({ FIXTURE_VALUE: 'set' });
    await until(() => log.entries.some(({ loggerName }) => loggerName === 'mcp.client.full'));
    expect(log.entries.filter(({ loggerName }) => loggerName === 'mcp.client.full')).toMatchObject([
      { level: 'info', message: 'started with --flag value ' },
    ]);
  });

  it('[MC-05] inherits nothing but the safe variables, and its standard error is logged', async () => {
    process.env['PARENT_SECRET'] = 'parent-secret';
    try {
      const client = connect({ env: { FIXTURE_TOKEN: 'child-secret' } });
      const env = JSON.parse(await textOf(client, 'env')) as Record<string, string>;
      expect(env['FIXTURE_TOKEN']).toBe('child-secret');
      const allowed = ['FIXTURE_TOKEN', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
      expect(Object.keys(env).filter((key) => !allowed.includes(key))).toEqual([]);
      await until(() => log.messages('info').length > 0);
      expect(log.messages('info')).toEqual(['started with  ***']);
    } finally {
      delete process.env['PARENT_SECRET'];
    }
  });

  it('fills no memory with a line of standard error that never ends', async () => {
    const lines: string[] = [];
    const error = new PassThrough();
    limitedLines(error, 10, (line) => lines.push(line));
    for (let piece = 0; piece < 100; piece += 1) error.write('x'.repeat(1000));
    error.write('\nshort\r\n\nGr');
    const bytes = Buffer.from('ü');
    error.write(bytes.subarray(0, 1));
    error.end(bytes.subarray(1));
    await finished(error);
    expect(lines).toEqual(['x'.repeat(10), 'short', '', 'Grü']);
  });

  it('[MC-06] needs a command', () => {
    expect(() => stdioTransport('fs', { command: ' ' })).toThrow("stdio connection 'fs' requires a 'command' property");
  });

  it('[MC-19] is gone within 5 s even if it ignores SIGTERM, and closing twice is fine', async () => {
    const client = connect({ args: ['--stubborn'] });
    await client.initialize();
    expect(childrenRunning()).toBe(1);
    const start = performance.now();
    await Promise.all([client.close(), client.close()]);
    await until(() => childrenRunning() === 0);
    expect(performance.now() - start).toBeLessThan(8000);
    await client.close();
  }, 20_000);

  it('[MX-11] fails pending calls at once when it dies, as an error for the model', async () => {
    const client = connect();
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    const crash = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === 'crash');
    const failure: unknown = await crash?.call('{}').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolExecutionException);
    expect(failure).toMatchObject({ message: 'Connection closed' });
  });

  it('[MX-12] is started again at the next use, once for concurrent uses, with the same names', async () => {
    const client = connect();
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    const names = (await provider.toolCallbacks()).map(({ definition }) => definition.name);
    await expect(client.callTool({ name: 'crash', arguments: {} })).rejects.toThrow('Connection closed');
    await until(() => childrenRunning() === 0);
    expect(client.initialized).toBe(false);
    const texts = await Promise.all([1, 2, 3].map((n) => textOf(client, 'echo', { n })));
    expect(texts).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(childrenRunning()).toBe(1);
    expect((await provider.toolCallbacks()).map(({ definition }) => definition.name)).toEqual(names);
  });

  it('[MX-10] may write noise, which is skipped', async () => {
    const client = connect();
    expect(await textOf(client, 'noise')).toBe('after noise');
    expect(await textOf(client, 'echo')).toBe('{}');
  });

  it('[MX-10] closes its own connection with a message that is too large, and no other', async () => {
    const [loud, quiet] = [connect({}, 'loud'), connect({}, 'quiet')];
    expect(await textOf(quiet, 'echo')).toBe('{}');
    await expect(loud.callTool({ name: 'huge', arguments: {} })).rejects.toMatchObject({ code: 'MCP_TRANSPORT' });
    expect(await textOf(quiet, 'echo')).toBe('{}');
  }, 30_000);

  it('[MX-13] reports a program that does not exist', async () => {
    const client = connect({ command: 'no-such-program-anywhere', env: { SECRET: 'hidden-value' } }, 'none');
    await expect(client.initialize()).rejects.toMatchObject({
      code: 'MCP_CONNECTION',
      message: "Failed to initialize MCP connection 'none': spawn no-such-program-anywhere ENOENT",
    });
  });

  it('[MX-13] reports a program that never answers', async () => {
    const hanging = McpClient.builder('silent')
      .transport(stdioTransport('silent', { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }))
      .requestTimeout(300)
      .build();
    clients.push(hanging);
    await expect(hanging.initialize()).rejects.toThrow(/^Failed to initialize MCP connection 'silent': /);
    expect(hanging.initialized).toBe(false);
  });
});

describe('the file of servers', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function file(content: string): string {
    const path = join(folder, 'servers.json');
    writeFileSync(path, content);
    return path;
  }

  it('[MC-04] gives the servers under its first key, whatever its name', () => {
    const servers = { fs: { command: 'npx', args: ['-y', 'x'], env: { A: 'b' } }, bare: { command: 'run' } };
    for (const key of ['mcpServers', 'anything']) {
      expect([...readServersConfiguration(file(JSON.stringify({ [key]: servers, other: {} })))]).toEqual([
        ['fs', { command: 'npx', args: ['-y', 'x'], env: { A: 'b' } }],
        ['bare', { command: 'run', args: undefined, env: undefined }],
      ]);
    }
  });

  it('[MC-04] fails with its cause when it is missing or malformed', () => {
    const missing = join(folder, 'none.json');
    expect(() => readServersConfiguration(missing)).toThrow(
      `Failed to read stdio connection resource '${missing}': ENOENT`,
    );
    for (const content of ['{', '[]', '{"a":1}', '{"a":{"b":{}}}', '{"a":{"b":{"command":"x","args":[1]}}}']) {
      expect(() => readServersConfiguration(file(content))).toThrow('Failed to read stdio connection resource');
    }
    try {
      readServersConfiguration(missing);
    } catch (error) {
      expect((error as Error).cause).toMatchObject({ code: 'ENOENT' });
    }
  });
});
