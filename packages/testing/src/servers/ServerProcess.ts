import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { IllegalStateException } from '@toolwright/core';
import type { TestServer } from './TestServer.js';

const run = promisify(execFile);

/** How a server is run. */
export interface ServerCommand {
  readonly url: string;
  readonly port: number;
  /** The folder that holds the data, removed in the end. */
  readonly folder: string;
  readonly executable: string;
  readonly args: readonly string[];
  /** What the server prints when it accepts connections. */
  readonly readyText: string;
  /** The user that runs it, where it must not be the current one. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/** How long a server may take to start, in milliseconds; machines that run tests are busy. */
const START_TIMEOUT = 60_000;
/** A server that was killed may leave helpers behind that go a moment later. */
const ATTEMPTS = 8;

/** A server as a child process, which ends with this one. @internal */
export class ServerProcess implements TestServer {
  readonly #command: ServerCommand;
  #process: ChildProcess | undefined;
  #output = '';
  readonly #onExit = (): void => void this.#process?.kill('SIGKILL');

  private constructor(command: ServerCommand) {
    this.#command = command;
    process.once('exit', this.#onExit);
  }

  /** Resolves when the server accepts connections. */
  static async start(command: ServerCommand): Promise<ServerProcess> {
    const server = new ServerProcess(command);
    try {
      await server.restart();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  get url(): string {
    return this.#command.url;
  }

  get port(): number {
    return this.#command.port;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    // The processes of PostgreSQL that serve connections would live on for a moment and answer.
    const helpers = await childrenOf(child.pid);
    child.kill('SIGKILL');
    for (const pid of helpers) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    }
    await exited;
  }

  /** @throws {IllegalStateException} with the output of the server if it does not start */
  async restart(): Promise<void> {
    for (let attempt = 1; !(await this.#tryToStart()); attempt++) {
      await this.kill();
      if (attempt === ATTEMPTS) {
        throw new IllegalStateException(`${this.#command.executable} does not start:\n${this.#output}`);
      }
      await sleep(250);
    }
  }

  async stop(): Promise<void> {
    process.removeListener('exit', this.#onExit);
    await this.kill();
    await rm(this.#command.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  async #tryToStart(): Promise<boolean> {
    const { executable, args, readyText, user, folder } = this.#command;
    this.#output = '';
    const child = spawn(executable, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    this.#process = child;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), START_TIMEOUT);
      const done = (ready: boolean): void => {
        clearTimeout(timer);
        resolve(ready);
      };
      const listen = (data: Buffer): void => {
        this.#output = (this.#output + data.toString()).slice(-10_000);
        if (this.#output.includes(readyText)) done(true);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('error', (error) => {
        this.#output += String(error);
        done(false);
      });
      child.once('exit', () => done(false));
    });
  }
}

async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  // It fails where there are none.
  const found = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  return found.stdout.split('\n').filter(Boolean).map(Number);
}

/** A port of 127.0.0.1 that nobody listens on. @internal */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new IllegalStateException('No free port was found');
  return address.port;
}
