import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DATA } from '../tools/toolbox.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

let started: ChildProcess | undefined;

afterEach(() => {
  started?.kill('SIGKILL');
});

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, `--docs.root=${DATA}`, '--chat.model.provider=offline', ...args], {
    cwd: DATA,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started = child;
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return { child, exited, printed: () => printed };
}

describe('npm start -- --studio', () => {
  it('opens the studio, answers questions, and runs until a signal', async () => {
    const { child, exited, printed } = start('--studio');
    while (!printed().includes('Ctrl-C ends it.')) await once(child.stdout, 'data');
    const [, origin = '', token = ''] = /The studio is open at (\S+)\/#token=(\S+)/.exec(printed()) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    const { turns } = (await (await fetch(`${origin}/api/turns`, { headers })).json()) as {
      turns: { status: string; calls: number; failedCalls: number }[];
    };
    expect(turns.map(({ status, failedCalls }) => [status, failedCalls])).toEqual([
      ['completed', 0],
      ['completed', 1],
      ['completed', 0],
      ['completed', 0],
      ['completed', 0],
    ]);
    expect(turns.map(({ calls }) => calls)).toEqual([1, 1, 1, 2, 1]);
    child.kill('SIGINT');
    await exited;
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
  });

  it('is mentioned by a run without it, which ends by itself', async () => {
    const { exited, printed } = start('What does the file notes.txt say?');
    await exited;
    expect(printed()).toMatch(/\nSee every step of a turn in the studio: npm start -- --studio\n$/);
  });
});
