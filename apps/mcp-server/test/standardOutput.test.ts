import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { McpClient, stdioTransport } from '@toolwright/mcp';

const CLI = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const NOISY = fileURLToPath(new URL('NoisyApplication.js', import.meta.url));

const SERVE = [CLI, 'mcp', 'serve', '--app', NOISY];
const TO_DESCRIPTOR = { WRITE_TO_DESCRIPTOR: 'yes' };

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
};

/** Calls the tool of the noisy application that this command runs, and ends the input. */
async function callTool(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  const exit = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const send = (message: object): unknown => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params: initialize });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'speak', arguments: {} } });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += String(text);
    // Requests that run when the input ends are not answered.
    if (output.includes('"id":2')) child.stdin.end();
  }
  const [code] = (await exit) as [number | null];
  return { code, errors: errors.split('\n'), lines: output.split('\n') };
}

const ANSWERS = [
  expect.stringContaining('"id":1'),
  JSON.stringify({ result: { content: [{ type: 'text', text: 'spoken' }] }, jsonrpc: '2.0', id: 2 }),
  '',
];

describe('standard output of an application that serves over it', () => {
  it('[MS-04] has nothing that the application writes, with mcp serve', async () => {
    const { code, errors, lines } = await callTool(SERVE);
    expect(lines).toEqual(ANSWERS);
    expect(code).toBe(0);
    expect(errors).toEqual(expect.arrayContaining(['module', 'constructor', 'constructor, straight', 'tool']));
  });

  it('[MS-04] has nothing that is written to its descriptor or by child processes, with mcp serve', async () => {
    const { code, errors, lines } = await callTool(SERVE, TO_DESCRIPTOR);
    expect(lines).toEqual(ANSWERS);
    expect(code).toBe(0);
    expect(errors).toEqual(expect.arrayContaining(['module', 'tool', 'descriptor', 'child']));
  });

  it('[MS-04] is understood by a client, whose end ends all processes', async () => {
    const transport = stdioTransport('noisy', { command: process.execPath, args: SERVE, env: TO_DESCRIPTOR });
    const client = McpClient.builder('noisy').transport(transport).build();
    const call = async (name: string): Promise<string | undefined> => {
      const { content } = await client.callTool({ name, arguments: {} });
      const [first] = content as { text?: string }[];
      return first?.text;
    };
    let pid: number;
    try {
      await client.initialize();
      expect([await call('speak'), await call('speak')]).toEqual(['spoken', 'spoken']);
      pid = Number(await call('identify'));
      expect(isRunning(pid)).toBe(true);
    } finally {
      await client.close();
    }
    await ended(pid);
  });

  it('ends with a signal, and with the exit code of the application', async () => {
    const child = spawn(process.execPath, SERVE);
    const exit = once(child, 'exit');
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize };
    child.stdin.write(`${JSON.stringify(request)}\n`);
    await once(child.stdout, 'data');
    const identify = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'identify', arguments: {} } };
    child.stdin.write(`${JSON.stringify(identify)}\n`);
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = Number(/"text":"(\d+)"/.exec(answer.toString())?.[1]);
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGTERM');
    expect(await exit).toEqual([143, null]);
    await ended(pid);
    const failing = spawn(process.execPath, [CLI, 'mcp', 'serve', '--app', 'gone'], { stdio: 'ignore' });
    expect(await once(failing, 'exit')).toEqual([2, null]);
  });

  it('[MS-04] has nothing that the application writes from its start on, by property', async () => {
    const options = ['--run', '--mcp.server.enabled=true', '--mcp.server.stdio=true'];
    const { code, errors, lines } = await callTool([NOISY, ...options]);
    expect(lines).toEqual(ANSWERS);
    expect(code).toBe(0);
    expect(errors).toEqual(expect.arrayContaining(['constructor', 'constructor, straight', 'after the start', 'tool']));
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}
