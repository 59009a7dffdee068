import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IllegalStateException } from '@toolwright/core';
import { findExecutable } from './findExecutable.js';
import { freePort, ServerProcess } from './ServerProcess.js';
import type { TestServer } from './TestServer.js';

/** Whether {@link startRedis} finds a `redis-server` on this machine. */
export function isRedisInstalled(): boolean {
  return findExecutable('redis-server') !== undefined;
}

/**
 * Starts the `redis-server` that is installed on this machine, on a free port of 127.0.0.1. What was written survives
 * `kill` and `restart`.
 *
 * @param args further options of `redis-server`, such as `--requirepass secret`
 * @throws {IllegalStateException} if none is installed, or it does not start
 */
export async function startRedis(...args: readonly string[]): Promise<TestServer> {
  const executable = findExecutable('redis-server');
  if (!executable) throw new IllegalStateException('redis-server is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-redis-'));
  const port = await freePort();
  // The port that nodes of a cluster speak to each other by would be another one that may not exist.
  const bus = args.includes('--cluster-enabled') ? ['--cluster-port', String(await freePort())] : [];
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  return ServerProcess.start({
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    executable,
    args: [...options, ...bus, ...args],
    readyText: 'Ready to accept connections',
  });
}
