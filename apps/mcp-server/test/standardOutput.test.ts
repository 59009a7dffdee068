import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const CLI = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const NOISY = fileURLToPath(new URL('NoisyApplication.js', import.meta.url));

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
};

/** Calls the tool of the noisy application that this command runs, and ends the input. */
async function callTool(...args: readonly string[]) {
  const child = spawn(process.execPath, args);
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
    const { code, errors, lines } = await callTool(CLI, 'mcp', 'serve', '--app', NOISY);
    expect(lines).toEqual(ANSWERS);
    expect(code).toBe(0);
    expect(errors).toEqual(expect.arrayContaining(['module', 'constructor', 'constructor, straight', 'tool']));
  });

  it('[MS-04] has nothing that the application writes from its start on, by property', async () => {
    const options = ['--run', '--mcp.server.enabled=true', '--mcp.server.stdio=true'];
    const { code, errors, lines } = await callTool(NOISY, ...options);
    expect(lines).toEqual(ANSWERS);
    expect(code).toBe(0);
    expect(errors).toEqual(expect.arrayContaining(['constructor', 'constructor, straight', 'after the start', 'tool']));
  });
});
