// npm run bench:peers -- [arguments of the harness]
// Runs the peer harness with the adapter of this project and the packages as they are published. It works on a copy,
// because the harness writes beside itself.
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../../../scripts/buildRelease.mjs';

const source = process.env.TOOLWRIGHT_PEER_HARNESS;
if (!source) {
  console.error(
    'The peer harness is no part of this repository. Set TOOLWRIGHT_PEER_HARNESS to the folder that holds its run.mjs.',
  );
  process.exit(1);
}

const here = fileURLToPath(new URL('.', import.meta.url));
const scratch = await mkdtemp(join(tmpdir(), 'toolwright-peers-'));
await cp(source, scratch, { recursive: true });
for (const entry of await readdir(scratch, { recursive: true, withFileTypes: true })) {
  await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
await copyFile(join(here, 'toolwright.mjs'), join(scratch, 'adapters', 'toolwright.mjs'));

const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const modules = join(scratch, 'node_modules');
await mkdir(modules);
for (const name of await readdir(installed)) {
  if (name !== '@toolwright') await symlink(join(installed, name), join(modules, name));
}
await buildRelease(join(modules, '@toolwright'));

const given = process.argv.slice(2);
const args = given.includes('--peers') ? given : ['--peers', 'toolwright', ...given];
const { status } = spawnSync(process.execPath, ['run.mjs', ...args], { cwd: scratch, stdio: 'inherit' });
console.log(`Results: ${scratch}`);
process.exit(status ?? 1);
