import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { ROOT } from './runAssistant.js';

jest.setTimeout(120_000);

describe('the example of the README', () => {
  it('compiles as it stands and answers from the tool', async () => {
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const source = /```ts\n([\s\S]*?)```/.exec(readme)?.[1];
    if (!source) throw new Error('README.md has no TypeScript example');
    const project = await mkdtemp(join(tmpdir(), 'toolwright-readme-'));
    try {
      await mkdir(join(project, 'src'));
      await writeFile(join(project, 'src/main.ts'), source);
      await cp(join(ROOT, 'tsconfig.base.json'), join(project, 'tsconfig.base.json'));
      await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
      await writeFile(
        join(project, 'package.json'),
        JSON.stringify({ type: 'module', dependencies: { '@toolwright/autoconfigure': '*' } }),
      );
      await writeFile(
        join(project, 'tsconfig.json'),
        JSON.stringify({
          extends: './tsconfig.base.json',
          compilerOptions: { composite: false, rootDir: 'src', outDir: 'dist' },
          include: ['src'],
        }),
      );
      const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
      const compiled = run(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
      expect(compiled.stdout + compiled.stderr).toBe('');
      const { stdout, status } = run('dist/main.js');
      expect(stdout).toContain('1200');
      expect(status).toBe(0);
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });
});
