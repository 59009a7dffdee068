// Writes the regions of the examples into the pages that show them: `npm run docs:snippets`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPage } from './snippets/checkPage.mjs';
import { exampleRegions } from './snippets/exampleRegions.mjs';
import { pages, ROOT } from './snippets/pages.mjs';

const regions = await exampleRegions();
for (const page of await pages()) {
  const path = join(ROOT, page);
  const before = await readFile(path, 'utf8');
  const { markdown, problems } = checkPage(page, before, regions);
  for (const problem of problems) {
    console.error(problem);
    process.exitCode = 1;
  }
  if (markdown === before) continue;
  await writeFile(path, markdown);
  console.log(`${page} written`);
}
