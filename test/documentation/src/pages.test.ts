import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkPage } from './snippets/checkPage.mjs';
import { exampleRegions } from './snippets/exampleRegions.mjs';
import { EXAMPLES, pages, ROOT } from './snippets/pages.mjs';

/** Blocks of TypeScript that are shown and not run, by page: code of other libraries in the porting guides only. */
const NOT_RUN: Readonly<Record<string, number>> = {
  'docs/porting/from-langchain.md': 6,
  'docs/porting/from-nestjs.md': 4,
};

const PAGES = await pages();
const regions = await exampleRegions();
const checked = await Promise.all(
  PAGES.map(async (page) => checkPage(page, await readFile(join(ROOT, page), 'utf8'), regions)),
);

describe('the snippets of the pages', () => {
  it.each(checked)('are regions of examples: $page', ({ page, problems, outdated, notRun }) => {
    expect([...problems, ...outdated]).toEqual([]);
    expect([page, notRun]).toEqual([page, NOT_RUN[page] ?? 0]);
  });

  it('show every region of the examples', () => {
    const shown = new Set(checked.flatMap(({ shown }) => shown));
    expect([...regions.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('come from examples that a test runs', async () => {
    const paths = await readdir(EXAMPLES, { recursive: true });
    const tests = await Promise.all(
      paths.filter((path) => path.endsWith('.test.ts')).map((path) => readFile(join(EXAMPLES, path), 'utf8')),
    );
    const files = new Set([...regions.keys()].map((name) => name.slice(0, name.indexOf('#'))));
    const source = tests.join('\n');
    const isRun = (file: string) =>
      source.includes(`'./${basename(file)}.js'`) || source.includes(`runProgram('${file}'`);
    expect([...files].filter((file) => !isRun(file))).toEqual([]);
  });
});
