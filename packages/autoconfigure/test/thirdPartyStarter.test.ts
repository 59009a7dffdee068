import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const execute = promisify(execFile);
const root = process.cwd();
const starter = join(root, 'test/fixtures/third-party-starter');
const application = join(root, 'test/fixtures/starter-application/main.js');

/** What the application prints. */
interface Printed {
  readonly loops: readonly string[];
  readonly modelRequests: number | null;
  readonly text: string;
}

describe('a starter of somebody else, installed from its tarball', () => {
  let project = '';

  beforeAll(async () => {
    project = await realpath(await mkdtemp(join(tmpdir(), 'toolwright-starter-')));
    await execute('npm', ['pack', '--pack-destination', project], { cwd: starter });
    const [tarball = ''] = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
    const manifest = join(project, 'package.json');
    await writeFile(manifest, JSON.stringify({ name: 'application', private: true, type: 'module' }));
    // Its peers are packages of this workspace, which no registry has.
    const install = ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock'];
    await execute('npm', [...install, `./${tarball}`], { cwd: project });
    const installed = JSON.parse(await readFile(manifest, 'utf8')) as { dependencies: Record<string, string> };
    installed.dependencies['@toolwright/autoconfigure'] = '0.1.0';
    await writeFile(manifest, JSON.stringify(installed));
    await mkdir(join(project, 'node_modules/@toolwright'));
    for (const name of ['autoconfigure', 'boot', 'chat', 'core', 'tools']) {
      await symlink(join(root, 'packages', name), join(project, 'node_modules/@toolwright', name), 'dir');
    }
    await symlink(join(root, 'node_modules/class-validator'), join(project, 'node_modules/class-validator'), 'dir');
    await copyFile(application, join(project, 'main.js'));
  }, 120_000);

  afterAll(async () => {
    await rm(project, { recursive: true, force: true });
  });

  async function run(...args: readonly string[]): Promise<Printed> {
    const env = { PATH: process.env['PATH'] };
    const { stdout } = await execute(process.execPath, ['main.js', ...args], { cwd: project, env });
    return JSON.parse(stdout) as Printed;
  }

  it('contains what it announces and nothing of its sources', async () => {
    const folder = join(project, 'node_modules/@acme/toolwright-starter');
    const files = await readdir(folder, { recursive: true });
    expect(files).toContain('dist/autoConfigurations.js');
    expect(files.some((name) => name.startsWith('src'))).toBe(false);
  });

  it('leaves the default tool loop in place without its flag', async () => {
    const printed = await run();
    expect(printed.loops).toEqual(['ToolCallingAdvisor']);
    expect(printed.modelRequests).toBeNull();
    expect(printed.text).toContain('It rains in Oslo.');
  }, 60_000);

  it('replaces the tool loop by its flag, the application unchanged', async () => {
    const printed = await run('--acme.budget.enabled=true');
    expect(printed.loops).toEqual(['BudgetedToolCallingAdvisor']);
    expect(printed.modelRequests).toBe(2);
    expect(printed.text).toContain('It rains in Oslo.');
  }, 60_000);

  it('binds its own properties, and is told of like any other in a failure', async () => {
    await expect(run('--acme.budget.enabled=true', '--acme.budget.max-model-requests=1')).rejects.toThrow(
      'The turn needs more than acme.budget.max-model-requests=1',
    );
    await expect(run('--acme.budget.enabled=true', '--acme.budget.max-model-requests=0')).rejects.toThrow(
      'Property: acme.budget.max-model-requests',
    );
  }, 60_000);
});
