import { readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folder of the examples whose regions the pages show. */
export const EXAMPLES = join(ROOT, 'test/documentation/src/examples');

/**
 * The pages whose snippets are checked: everything below `docs`, and the README.md of the repository, of each package and
 * of each application.
 *
 * @returns {Promise<string[]>} paths from the root, sorted
 */
export async function pages() {
  const found = ['README.md'];
  for (const parent of ['packages', 'apps']) {
    for (const name of await readdir(join(ROOT, parent))) found.push(`${parent}/${name}/README.md`);
  }
  for (const path of await readdir(join(ROOT, 'docs'), { recursive: true })) {
    const hidden = path.split('/').some((part) => part.startsWith('.') || part === 'node_modules');
    if (path.endsWith('.md') && !hidden) found.push(`docs/${path}`);
  }
  return found.filter((path) => existsSync(join(ROOT, path))).sort();
}
