import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from './snippets/pages.mjs';

/**
 * Runs an example that is a whole program, in an empty project.
 *
 * @param name the file of the example, without `.ts`
 * @param dependencies the packages that the project depends on; their auto-configurations are found
 * @param main the module that starts it; default only imports it
 * @returns what the program printed to its standard output
 */
export async function runProgram(
  name: string,
  dependencies: readonly string[],
  args: readonly string[] = [],
  main = "import './example.js';",
): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'toolwright-example-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    const manifest = { type: 'module', dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])) };
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
    await copyFile(fileURLToPath(new URL(`examples/${name}.js`, import.meta.url)), join(project, 'example.js'));
    await writeFile(join(project, 'main.js'), main);
    const { stdout } = await promisify(execFile)(process.execPath, ['main.js', ...args], { cwd: project });
    return stdout;
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}
