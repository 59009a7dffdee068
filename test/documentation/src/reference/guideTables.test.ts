import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeDefault, type DescribedProperty } from '@toolwright/boot';
import { pages, ROOT } from '../snippets/pages.mjs';
import { describedProperties } from './configurationReference.js';

/** A row of a table of keys. */
interface Row {
  readonly line: number;
  readonly key: string;
  /** As the page has it, without backticks. */
  readonly initial: string;
}

const PAGES = (await pages()).filter((page) => page.startsWith('docs/') && page !== 'docs/configuration-reference.md');

/**
 * The rows of tables with a column `default` whose first cell is one key. A prefix of keys stands in the head of the first
 * column, or after `Under` above the table.
 */
function rowsOf(markdown: string): readonly Row[] {
  const lines = markdown.split('\n');
  const cellsOf = (line: string | undefined): readonly string[] =>
    (line ?? '')
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  let column = -1;
  let prefix = '';
  return lines.flatMap((text, index): readonly Row[] => {
    if (/^\|\s*:?-{3}/.test(lines[index + 1] ?? '')) {
      const head = cellsOf(text);
      column = head.findIndex((cell) => cell === 'default');
      prefix = /^`(.+\.)`$/.exec(head[0] ?? '')?.[1] ?? /^Under `(.+\.)`:$/.exec(lines[index - 2] ?? '')?.[1] ?? '';
    }
    if (!text.startsWith('|')) column = -1;
    const cells = cellsOf(text);
    const key = /^`([^`]+)`$/.exec(cells[0] ?? '')?.[1];
    if (column < 0 || key === undefined) return [];
    return [{ line: index + 1, key: prefix + key, initial: (cells[column] ?? '').replaceAll('`', '') }];
  });
}

describe('the tables of keys in the guides', () => {
  let known: ReadonlyMap<string, DescribedProperty>;

  beforeAll(async () => {
    known = new Map((await describedProperties()).map((property) => [property.key, property]));
  });

  it('are found', async () => {
    const found = await Promise.all(PAGES.map(async (page) => rowsOf(await readFile(join(ROOT, page), 'utf8'))));
    expect(found.flat().filter(({ key }) => known.has(key)).length).toBeGreaterThan(40);
  });

  it.each(PAGES)('have the defaults of the properties classes: %s', async (page) => {
    for (const { line, key, initial } of rowsOf(await readFile(join(ROOT, page), 'utf8'))) {
      const property = known.get(key.replace(/\.<[\w-]+>$/, ''));
      const expected = property ? describeDefault(property) : '';
      // What is in effect without a default may be said in words.
      if (expected !== '') expect([line, key, initial]).toEqual([line, key, expected]);
    }
  });
});
