import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type FencedBlock, fencedBlocks } from '../snippets/fencedBlocks.mjs';
import { ROOT } from '../snippets/pages.mjs';

const run = promisify(execFile);

describe('the quick start', () => {
  let blocks: readonly FencedBlock[];

  const texts = (language: string): readonly string[] =>
    blocks.filter((block) => block.language === language).map(({ text }) => text);

  /** The last line of the shell blocks that runs the program, as arguments. */
  const argumentsOf = (commands: string): readonly string[] =>
    [...(/^node (.*)$/m.exec(commands)?.[1] ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain!,
    );

  beforeAll(async () => {
    blocks = fencedBlocks(await readFile(join(ROOT, 'docs/quick-start.md'), 'utf8'));
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('answers by the tool of its reader', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await import('./quick-start.js');
    expect(log.mock.calls).toEqual([[texts('text')[0]]]);
  });

  it('answers in an application', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const argv = process.argv;
    // A module of a package that depends on the starter.
    process.argv = [argv[0]!, join(ROOT, 'apps/order-desk/dist/main.js')];
    try {
      await import('./quick-start-application.js');
    } finally {
      process.argv = argv;
    }
    expect(log.mock.calls).toEqual([[texts('text')[0]]]);
  });

  it('works for somebody who follows the page, file by file', async () => {
    // Inside of the workspace, where the packages of the page are installed.
    const project = await mkdtemp(join(ROOT, 'test/documentation/dist-test/quick-start-'));
    try {
      const manifest = { type: 'module', dependencies: { '@toolwright/starter': '*', '@toolwright/models': '*' } };
      await mkdir(join(project, 'src'));
      await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
      await writeFile(join(project, 'tsconfig.json'), texts('json')[0]!);
      const runs = texts('sh').filter((commands) => commands.startsWith('npx tsc'));
      expect([texts('ts').length, runs.length, texts('text').length]).toEqual([2, 2, 2]);
      for (const [index, program] of texts('ts').entries()) {
        await writeFile(join(project, 'src/main.ts'), program);
        await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], { cwd: project });
        const { stdout } = await run(process.execPath, [...argumentsOf(runs[index]!)], { cwd: project });
        expect(stdout).toBe(`${texts('text')[index]}\n`);
      }
    } finally {
      await rm(project, { recursive: true });
    }
  });
});
