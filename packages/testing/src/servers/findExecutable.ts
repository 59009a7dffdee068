import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where distributions put the servers that they do not put on the path, newest version first. */
function postgresFolders(): readonly string[] {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).filter((name) => /^\d+$/.test(name));
    return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

/** The first file of this name that may be run, on the path or in a well-known folder. @internal */
export function findExecutable(name: string): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, ...postgresFolders(), '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
