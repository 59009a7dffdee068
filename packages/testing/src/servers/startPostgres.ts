import { execFile } from 'node:child_process';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { IllegalStateException } from '@toolwright/core';
import { findExecutable } from './findExecutable.js';
import { freePort, ServerProcess } from './ServerProcess.js';
import type { TestServer } from './TestServer.js';

const run = promisify(execFile);

/** Whether {@link startPostgres} finds a PostgreSQL server on this machine. */
export function isPostgresInstalled(): boolean {
  return findExecutable('postgres') !== undefined;
}

/**
 * Starts the PostgreSQL server that is installed on this machine, with a new database, on a free port of 127.0.0.1. What
 * was committed survives `kill` and `restart`. As root it runs as the user `postgres` or `nobody`, since PostgreSQL
 * refuses to run as root.
 *
 * @param args further options of `postgres`, such as `-c max_connections=20`
 * @throws {IllegalStateException} if none is installed, or it does not start
 */
export async function startPostgres(...args: readonly string[]): Promise<TestServer> {
  const executable = findExecutable('postgres');
  if (!executable) throw new IllegalStateException('PostgreSQL is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-postgres-'));
  const user = await unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const creation = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(join(dirname(executable), 'initdb'), creation, { cwd: folder, ...user });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'lc_messages=C'];
  return ServerProcess.start({
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    executable,
    args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting]), ...args],
    readyText: 'database system is ready to accept connections',
    user,
  });
}

async function unprivilegedUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((option) => run('id', [option, name]))).catch(() => null);
    const [uid, gid] = ids?.map(({ stdout }) => Number(stdout)) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new IllegalStateException('PostgreSQL does not run as root, and there is no user postgres or nobody');
}
