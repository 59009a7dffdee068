import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import { type Environment, type EnvironmentOptions, prepareEnvironment } from '@toolwright/boot';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new directory with these files; it goes when the tests of the importing suite have ended. */
export function configFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-')));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** An environment of these files, and of nothing else that is not named in `options`. */
export async function environmentOf(
  files: Readonly<Record<string, string | Buffer>>,
  options: EnvironmentOptions = {},
): Promise<Environment> {
  return await prepareEnvironment({ env: {}, config: configFolder(files), ...options });
}
