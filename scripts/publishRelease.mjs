// node scripts/publishRelease.mjs [--dry-run]
// Publishes every package whose version the registry has not got yet. Needs `npm run build` of a clean checkout first.
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withPackedRelease } from './packRelease.mjs';

const dryRun = process.argv.includes('--dry-run');

async function isPublished({ name, version }) {
  const found = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'version']).catch((error) => {
    if (`${error.stderr}`.includes('E404')) return { stdout: '' };
    throw error;
  });
  return found.stdout.trim() === version;
}

/** What others need comes first: nobody shall install a package whose dependencies are not there yet. */
async function inOrder(packed) {
  const ordered = new Set();
  const byName = new Map(packed.map((each) => [each.name, each]));
  const add = async (each) => {
    if (each === undefined || ordered.has(each)) return;
    const { dependencies = {} } = JSON.parse(await readFile(join(each.folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) await add(byName.get(name));
    ordered.add(each);
  };
  for (const each of packed) await add(each);
  return [...ordered];
}

await withPackedRelease(undefined, async (packed) => {
  for (const each of await inOrder(packed)) {
    if (!dryRun && (await isPublished(each))) {
      console.log(`${each.name}@${each.version} is published already`);
      continue;
    }
    const options = ['--access', 'public', '--loglevel', 'error', ...(dryRun ? ['--dry-run'] : [])];
    const { status } = spawnSync('npm', ['publish', each.tarball, ...options], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${each.name} could not be published; what comes after it was not tried`);
  }
});
