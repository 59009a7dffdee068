import { readFile, rm, writeFile } from 'node:fs/promises';
import { IllegalStateException } from '@toolwright/core';

/** What this process holds: a file with its id that is not here was left by an earlier process of the same id. */
const held = new Set<string>();

/**
 * Keeps other processes, and other databases of this one, from opening the same folder, which would destroy the data. The
 * lock is a file beside the folder with the id of the process; one that a dead process has left is taken over.
 *
 * @returns releases the lock
 * @throws {IllegalStateException} if the folder is in use
 * @internal
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`;
  if (held.has(file)) throw inUse(folder, file, process.pid);
  held.add(file);
  try {
    await writeLock(folder, file);
  } catch (error) {
    held.delete(file);
    throw error;
  }
  return async () => {
    await rm(file, { force: true });
    held.delete(file);
  };
}

async function writeLock(folder: string, file: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => '-1'));
    if (holder !== process.pid && isAlive(holder)) throw inUse(folder, file, holder);
    await rm(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

function inUse(folder: string, file: string, pid: number): IllegalStateException {
  return new IllegalStateException(
    `PGlite in ${folder} is in use by the process ${pid}. Only one process can use it; delete ${file} if none does.`,
  );
}
