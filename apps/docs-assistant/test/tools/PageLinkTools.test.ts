import { describe, expect, it } from '@jest/globals';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('linksOf', () => {
  it('lists inline links, reference links and autolinks with their lines', async () => {
    expect(await toolbox.call('linksOf', { page: 'mooring' })).toEqual({
      page: 'guide/mooring.md',
      links: [
        { url: '../README.md', text: 'handbook', line: 3 },
        { url: 'fees.md', text: 'fees', line: 7 },
      ],
    });
    expect((await toolbox.call('linksOf', { page: 'lighthouse' })).links).toEqual([
      { url: 'lighthouse.png', text: 'Photo', line: 5 },
    ]);
  });
});

describe('backlinks', () => {
  it('finds the pages that link to a page, also to its headings', async () => {
    expect(await toolbox.call('backlinks', { page: 'guide/mooring.md' })).toEqual({
      page: 'guide/mooring.md',
      linkedFrom: [
        { page: 'README.md', text: 'mooring', line: 3 },
        { page: 'README.md', text: 'Mooring a ship', line: 8 },
        { page: 'guide/fees.md', text: 'mooring', line: 10 },
        { page: 'guide/fees.md', text: 'storms', line: 14 },
      ],
    });
  });

  it('does not count links of a page to itself', async () => {
    const { linkedFrom } = await toolbox.call('backlinks', { page: 'fees' });
    expect(linkedFrom.map(({ page }: { page: string }) => page)).toEqual(['README.md', 'guide/mooring.md']);
  });
});

describe('brokenLinks', () => {
  it('reports missing pages, files and headings, and links out of the folder', async () => {
    expect(await toolbox.call('brokenLinks')).toEqual({
      checked: 13,
      broken: [
        { page: 'README.md', url: 'guide/tides.md', line: 10, reason: 'no such file' },
        { page: 'guide/fees.md', url: 'mooring.md#storms', line: 14, reason: 'no such heading' },
        {
          page: 'guide/fees.md',
          url: '../../charter.md',
          line: 15,
          reason: 'leads out of the documentation folder',
        },
        { page: 'guide/lighthouse.md', url: 'lighthouse.png', line: 5, reason: 'no such file' },
      ],
    });
  });

  it('checks one page', async () => {
    expect(await toolbox.call('brokenLinks', { page: 'mooring' })).toEqual({ checked: 2, broken: [] });
  });
});

describe('externalLinks', () => {
  it('lists addresses with a scheme once, with the pages that have them', async () => {
    expect(await toolbox.call('externalLinks')).toEqual({
      links: [
        { url: 'https://harbor.example/rules', pages: ['guide/fees.md'] },
        { url: 'https://harbor.example/visit', pages: ['README.md'] },
        { url: 'mailto:office@harbor.example', pages: ['README.md'] },
      ],
    });
    expect((await toolbox.call('externalLinks', { page: 'fees' })).links).toHaveLength(1);
  });
});
