// Lints every workspace in a process of its own: the types of all of them together do not fit into the memory of one.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

const folders = [];
for (const parent of ['packages', 'apps', 'test']) {
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (entry.isDirectory()) folders.push(`${parent}/${entry.name}`);
  }
}

const eslint = (folder) =>
  new Promise((resolve) => {
    const args = ['node_modules/eslint/bin/eslint.js', '--no-error-on-unmatched-pattern', folder];
    spawn(process.execPath, args, { stdio: 'inherit' }).once('close', resolve);
  });

let failed = false;
const work = async () => {
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if ((await eslint(folder)) !== 0) failed = true;
  }
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
process.exitCode = failed ? 1 : 0;
