// Builds the studio's page to dist/ui with Vite, unless the page that is there was built from the same inputs.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const home = join(import.meta.dirname, '..');
const stamp = join(home, 'dist', 'ui', '.inputs');

const sources = (await readdir(join(home, 'ui'), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.startsWith(join(home, 'ui', 'dist')))
  .sort();
const hash = createHash('sha256');
for (const path of [...sources, ...['package.json', 'vite.config.mjs'].map((name) => join(home, name))]) {
  hash
    .update(path.slice(home.length))
    .update('\0')
    .update(await readFile(path));
}
const inputs = hash.digest('hex');

if ((await readFile(stamp, 'utf8').catch(() => '')) !== inputs) {
  const { build } = await import('vite');
  await build({ configFile: join(home, 'vite.config.mjs') });
  await writeFile(stamp, inputs);
  console.log('packages/studio/dist/ui is built');
}
