import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseNameElements, PropertyName } from '../env/PropertyName.js';
import type { PropertyEntry } from '../env/PropertySource.js';
import { displayPath } from './readConfigFile.js';

/**
 * Reads a directory whose files are values, as mounted secrets are: `myapp/username` and `myapp.password` are keys
 * `myapp.username` and `myapp.password` (BS-08). One line end at the end of a file is dropped; hidden files are skipped.
 *
 * @returns null if there is no such directory
 */
export async function readConfigTree(root: string): Promise<readonly PropertyEntry[] | null> {
  if (!(await isDirectory(root))) return null;
  const entries: PropertyEntry[] = [];
  await readInto(root, '', entries);
  return entries;
}

async function readInto(directory: string, prefix: string, entries: PropertyEntry[]): Promise<void> {
  for (const name of (await readdir(directory)).sort()) {
    if (name.startsWith('.')) continue;
    const path = join(directory, name);
    if (await isDirectory(path)) {
      await readInto(path, `${prefix}${name}.`, entries);
    } else {
      entries.push({
        name: PropertyName.ofElements(parseNameElements(prefix + name)),
        value: (await readFile(path, 'utf8')).replace(/\r?\n$/, ''),
        origin: { source: displayPath(path), line: 1, column: 1 },
      });
    }
  }
}

/** Whether there is a directory of this name; links are followed. */
export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
