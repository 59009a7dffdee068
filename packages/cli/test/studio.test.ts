import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fixture, folderOf, MAIN, runCli } from './runCli.js';

const APPLICATION = `${fixture('StudioApplication.js')}#StudioApplication`;

let started: ChildProcess | undefined;

afterEach(() => {
  started?.kill('SIGKILL');
});

describe('toolwright studio', () => {
  it('runs an application with its studio open, until a signal', async () => {
    const child = spawn(process.execPath, [MAIN, 'studio', APPLICATION, '--port', '0', '--content'], {
      cwd: folderOf({}),
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started = child;
    const errors = text(child.stderr);
    const exited = once(child, 'exit');
    let printed = '';
    for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      printed += chunk;
      if (printed.includes('Ctrl-C')) break;
    }
    const [, origin = '', token = ''] =
      /^The studio is open at (\S+)\/#token=(\S+)\nCtrl-C ends it\.\n$/.exec(printed) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    const status = (await (await fetch(`${origin}/api/status`, { headers })).json()) as object;
    expect(status).toMatchObject({ application: 'StudioApplication', contentVisible: true });
    const tools = (await (await fetch(`${origin}/api/tools`, { headers })).json()) as { tools: { name: string }[] };
    expect(tools.tools.map(({ name }) => name)).toEqual(['time']);
    child.kill('SIGINT');
    await exited;
    expect(await errors).toContain('The studio is open at');
    await expect(fetch(`${origin}/api/status`, { headers })).rejects.toThrow('fetch failed');
  });

  it('says so if the application does not open one', async () => {
    const { exitCode, stdout, stderr } = await runCli(folderOf({}), [
      'studio',
      `${fixture('StudioApplication.js')}#PlainApplication`,
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'error: The application has not opened its studio; toolwright conditions StudioAutoConfiguration says why.',
    );
  });

  it('refuses a port that is none', async () => {
    const { exitCode, stderr } = await runCli(folderOf({}), ['studio', APPLICATION, '--port', '70000']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('It must be an integer from 0 to 65535.');
  });
});
