import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder, Toolbox } from './toolbox.js';

const REPOSITORY_DOCS = resolve(import.meta.dirname, '../../../../docs');
const toolbox = new Toolbox();

describe('searchDocs', () => {
  it('finds the section that a question is about', async () => {
    const [best] = await toolbox.call('searchDocs', { query: 'Which page explains how a ship is exempt from limits?' });
    expect(best).toEqual({
      page: 'guide/mooring.md',
      heading: 'Exceptions',
      snippet: 'Tugs are exempt from the limit on ships side by side.',
      score: expect.any(Number),
    });
  });

  it('orders by score and keeps to the limit', async () => {
    const found = await toolbox.call('searchDocs', { query: 'ships fee', limit: 3 });
    expect(found).toHaveLength(3);
    const scores = found.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
    expect(scores[2]).toBeGreaterThan(0);
  });

  it('finds a word in a table, in the singular for the plural, and half written', async () => {
    for (const query of ['EUR night', 'reminders', 'foghor']) {
      expect(await toolbox.call('searchDocs', { query, limit: 1 })).toHaveLength(1);
    }
    expect((await toolbox.call('searchDocs', { query: 'reminders' }))[0].heading).toBe('Late payment');
  });

  it('finds words in a language without spaces', async () => {
    const found = await toolbox.call('searchDocs', { query: '汽笛' });
    expect(found.map(({ page }: { page: string }) => page)).toEqual(['guide/lighthouse.md']);
  });

  it('answers with nothing to a question of unknown words', async () => {
    expect(await toolbox.call('searchDocs', { query: 'quantum chromodynamics' })).toEqual([]);
  });

  it('refuses a limit and a query that are out of range', async () => {
    expect(await toolbox.failure('searchDocs', { query: 'x', limit: 21 })).toBe(
      "'limit' must be from 1 to 20, but was 21.",
    );
    expect(await toolbox.failure('searchDocs', { query: 'x'.repeat(501) })).toBe(
      "'query' has 501 characters, at most 500 are allowed. Pass a shorter text.",
    );
  });

  it('answers the main question from the documentation of this repository', async () => {
    const repository = new Toolbox(REPOSITORY_DOCS);
    const found = await repository.call('searchDocs', { query: 'Which page explains how to limit tool calls?' });
    expect(found[0].page).toBe('limits.md');
  });

  it('sees new pages after a refresh, and not before', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.md'), '# Alpha\n\nfirst');
    const own = new Toolbox(folder);
    expect(await own.call('searchDocs', { query: 'beta' })).toEqual([]);
    await writeFile(join(folder, 'b.md'), '# Beta\n\nsecond');
    expect(await own.call('searchDocs', { query: 'beta' })).toEqual([]);
    own.corpus.refresh();
    expect((await own.call('searchDocs', { query: 'beta' }))[0].page).toBe('b.md');
  });
});

describe('readPage', () => {
  it('reads a page by path, by name and by title', async () => {
    const byPath = await toolbox.call('readPage', { page: 'guide/fees.md' });
    expect(byPath.heading).toBe('Fees');
    expect(byPath.text).toMatch(/^# Fees\n\n\| Length \| Fee per night \|/);
    expect(byPath.truncated).toBe(false);
    for (const page of ['fees', 'FEES.md', './guide/fees', 'guide/fees.md#late-payment']) {
      expect(await toolbox.call('readPage', { page })).toEqual(byPath);
    }
    expect((await toolbox.call('readPage', { page: 'Mooring a ship' })).page).toBe('guide/mooring.md');
  });

  it('reads a section with the sections below it, and no more', async () => {
    expect(await toolbox.call('readPage', { page: 'mooring', section: 'limits' })).toEqual({
      page: 'guide/mooring.md',
      heading: 'Limits',
      text:
        '## Limits\n\nAt most three ships may be moored side by side. The harbor master enforces this limit.\n\n' +
        '### Exceptions\n\nTugs are exempt from the limit on ships side by side.',
      truncated: false,
    });
    expect((await toolbox.call('readPage', { page: 'mooring', section: 'limits-1' })).text).toBe(
      '## Limits\n\nIn winter the limit is two.\n\n[fees]: fees.md',
    );
  });

  it('cuts a page that is too long', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'long.md'), `# Long\n\n${'word '.repeat(4_000)}`);
    const page = await new Toolbox(folder).call('readPage', { page: 'long' });
    expect(page.text).toHaveLength(12_000);
    expect(page.truncated).toBe(true);
  });

  it('names pages and sections that come close to one that does not exist', async () => {
    expect(await toolbox.failure('readPage', { page: 'guide/fee.md' })).toMatch(
      /^There is no page 'guide\/fee.md'. Did you mean guide\/fees\.md or /,
    );
    expect(await toolbox.failure('readPage', { page: 'fees', section: 'Late fine' })).toBe(
      "guide/fees.md has no section 'Late fine'. Did you mean 'Late payment' or 'Fees'?",
    );
  });

  it('asks for the whole path if a name fits several pages', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a'));
    await mkdir(join(folder, 'b'));
    await writeFile(join(folder, 'a/page.md'), '# A');
    await writeFile(join(folder, 'b/page.md'), '# B');
    expect(await new Toolbox(folder).failure('readPage', { page: 'page' })).toBe(
      "'page' can be a/page.md or b/page.md. Pass the whole path.",
    );
  });
});

describe('listPages', () => {
  it('lists pages with titles from their headings', async () => {
    expect(await toolbox.call('listPages')).toEqual([
      { page: 'README.md', title: 'Harbor handbook' },
      { page: 'guide/fees.md', title: 'Fees' },
      { page: 'guide/lighthouse.md', title: '灯台 Lighthouse' },
      { page: 'guide/mooring.md', title: 'Mooring a ship' },
    ]);
  });

  it('takes the title from front matter, which is no text of the page', async () => {
    const folder = await temporaryFolder();
    const text = '---\ntitle: "Tides"\ndraft: no\n---\n\n# High and low\n\nSee [other](b.md).\n';
    await writeFile(join(folder, 'a.md'), text);
    const own = new Toolbox(folder);
    expect(await own.call('listPages')).toEqual([{ page: 'a.md', title: 'Tides' }]);
    expect((await own.call('outline', { page: 'tides' })).headings).toEqual([
      { level: 1, heading: 'High and low', anchor: 'high-and-low' },
    ]);
    expect((await own.call('linksOf', { page: 'a' })).links).toEqual([{ url: 'b.md', text: 'other', line: 8 }]);
    expect(await own.call('searchDocs', { query: 'draft' })).toEqual([]);
  });

  it('lists the pages of a folder', async () => {
    const pages = await toolbox.call('listPages', { folder: './guide/' });
    expect(pages.map(({ page }: { page: string }) => page)).toEqual([
      'guide/fees.md',
      'guide/lighthouse.md',
      'guide/mooring.md',
    ]);
    expect(await toolbox.failure('listPages', { folder: 'gui' })).toBe(
      "There are no pages in 'gui'. Leave the folder out to list all pages.",
    );
  });

  it('leaves out installed and built pages', async () => {
    const folder = await temporaryFolder();
    for (const path of ['node_modules/x', 'packages/a/dist', '.git']) {
      await mkdir(join(folder, path), { recursive: true });
      await writeFile(join(folder, path, 'README.md'), '# Not ours');
    }
    await writeFile(join(folder, 'README.md'), '# Ours');
    expect(await new Toolbox(folder).call('listPages')).toEqual([{ page: 'README.md', title: 'Ours' }]);
  });
});

describe('outline', () => {
  it('shows levels, and anchors that tell equal headings apart', async () => {
    expect(await toolbox.call('outline', { page: 'mooring' })).toEqual({
      page: 'guide/mooring.md',
      title: 'Mooring a ship',
      headings: [
        { level: 1, heading: 'Mooring a ship', anchor: 'mooring-a-ship' },
        { level: 2, heading: 'Lines and knots', anchor: 'lines-and-knots' },
        { level: 2, heading: 'Limits', anchor: 'limits' },
        { level: 3, heading: 'Exceptions', anchor: 'exceptions' },
        { level: 2, heading: 'Limits', anchor: 'limits-1' },
      ],
    });
  });
});
