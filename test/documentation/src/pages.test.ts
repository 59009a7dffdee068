import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkPage } from './snippets/checkPage.mjs';
import { exampleRegions } from './snippets/exampleRegions.mjs';
import { EXAMPLES, pages, ROOT } from './snippets/pages.mjs';

/** Blocks of TypeScript that are shown and not run, by page: code of other libraries in the porting guides only. */
const NOT_RUN: Readonly<Record<string, number>> = {};

const PAGES = await pages();
const regions = await exampleRegions();
const checked = await Promise.all(
  PAGES.map(async (page) => checkPage(page, await readFile(join(ROOT, page), 'utf8'), regions)),
);
/** Pages whose snippets are not written yet. */
const UNFINISHED: ReadonlySet<string> = new Set([
  'README.md',
  'docs/approvals.md',
  'docs/configuration.md',
  'docs/declaring-tools.md',
  'docs/limits.md',
  'docs/mcp.md',
  'docs/memory.md',
  'docs/models.md',
  'docs/observability.md',
  'docs/streaming-over-http.md',
  'docs/structured-output.md',
  'docs/tool-loop-and-advisors.md',
  'docs/tool-search.md',
  'packages/autoconfigure/README.md',
  'packages/boot/README.md',
  'packages/chat/README.md',
  'packages/memory-postgres/README.md',
  'packages/memory-redis/README.md',
  'packages/model/README.md',
  'packages/models/README.md',
  'packages/schema/README.md',
  'packages/starter/README.md',
  'packages/testing/README.md',
  'packages/tool-search/README.md',
  'packages/tools/README.md',
]);

describe('the snippets of the pages', () => {
  it.each(checked.filter(({ page }) => !UNFINISHED.has(page)))(
    'are regions of examples: $page',
    ({ page, problems, notRun }) => {
      expect(problems).toEqual([]);
      expect([page, notRun]).toEqual([page, NOT_RUN[page] ?? 0]);
    },
  );

  it('show every region of the examples', () => {
    const shown = new Set(checked.flatMap(({ shown }) => shown));
    expect([...regions.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('come from examples that a test imports', async () => {
    const paths = await readdir(EXAMPLES, { recursive: true });
    const tests = await Promise.all(
      paths.filter((path) => path.endsWith('.test.ts')).map((path) => readFile(join(EXAMPLES, path), 'utf8')),
    );
    const files = new Set([...regions.keys()].map((name) => name.slice(0, name.indexOf('#'))));
    const source = tests.join('\n');
    expect([...files].filter((file) => !source.includes(`'./${file}.js'`))).toEqual([]);
  });
});
