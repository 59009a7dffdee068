import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const boot = pathToFileURL(join(process.cwd(), 'packages/boot/dist/index.js')).href;

/** An application whose only bean takes as long to close as the first argument says. */
const APPLICATION = `
import { ApplicationContext, BootApplication, Component } from '${boot}';
class Resource {
  async close() {
    process.stdout.write('closing\\n');
    await new Promise((resolve) => setTimeout(resolve, Number(process.argv[2])));
    process.stdout.write('closed\\n');
  }
}
Component()(Resource);
class App {}
BootApplication({ components: [Resource] })(App);
const context = await ApplicationContext.run(App, {
  config: null, env: {}, discover: false, logging: false, args: process.argv.slice(3),
});
if (process.argv.includes('by-hand')) await context.close();
process.stdout.write('ready\\n');
setInterval(() => {}, 1000);
`;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

describe('[BL-07] the shutdown hook', () => {
  let folder = '';
  let main = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-hook-'));
    main = join(folder, 'main.mjs');
    await writeFile(main, APPLICATION);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  /** Runs the application and sends a signal each time the output ends in one of the given lines. */
  function end(
    closing: number,
    args: readonly string[],
    signals: Readonly<Record<string, NodeJS.Signals>>,
  ): Promise<Ended> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [main, String(closing), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().trim().split('\n')) {
          output += `${line};`;
          const signal = signals[line];
          if (signal) child.kill(signal);
        }
      });
      child.on('close', (code, signal) => {
        resolve({ code, signal, output });
      });
    });
  }

  it('[BL-07] closes the context once, waits for it, and exits', async () => {
    expect(await end(100, [], { ready: 'SIGTERM' })).toEqual({
      code: 143,
      signal: null,
      output: 'ready;closing;closed;',
    });
    expect((await end(1, [], { ready: 'SIGINT' })).code).toBe(130);
  }, 60_000);

  it('[BL-07] exits at once at a second signal', async () => {
    expect(await end(60_000, [], { ready: 'SIGTERM', closing: 'SIGTERM' })).toEqual({
      code: 143,
      signal: null,
      output: 'ready;closing;',
    });
  }, 60_000);

  it('[BL-07] waits no longer than main.shutdown-timeout', async () => {
    expect(await end(60_000, ['--main.shutdown-timeout=50ms'], { ready: 'SIGTERM' })).toEqual({
      code: 143,
      signal: null,
      output: 'ready;closing;',
    });
  }, 60_000);

  it('[BL-07] does nothing after the context was closed by hand', async () => {
    expect(await end(1, ['by-hand'], { ready: 'SIGTERM' })).toEqual({
      code: null,
      signal: 'SIGTERM',
      output: 'closing;closed;ready;',
    });
  }, 60_000);
});
