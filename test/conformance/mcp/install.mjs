import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, node22, root } from './paths.mjs';

/** Installs the packages of this folder unless they are there, and builds what is tested. */
export function install() {
  if (!isInstalled()) {
    const options = { cwd: folder, stdio: 'inherit' };
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options);
    // npm leaves out install scripts that are not allowed; this one brings the binary.
    if (status === 0 && !existsSync(node22)) spawnSync('npm', ['rebuild', 'node'], options);
    if (!isInstalled()) throw new Error('Could not install the conformance suite and the Inspector');
  }
  const projects = ['packages/mcp/tsconfig.test.json', 'apps/mcp-server', 'packages/cli'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-b', ...projects], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('Could not build what is to be tested');
}

function isInstalled() {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const installed = Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  });
  return installed && existsSync(node22);
}
