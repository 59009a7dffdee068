import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ToolContext } from '@toolwright/tools';
import fc from 'fast-check';
import { temporaryFolder, Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('listFiles', () => {
  it('lists files and folders, without hidden ones', async () => {
    const entries = await toolbox.call('listFiles');
    expect(entries.map(({ path, type }: any) => `${type} ${path}`)).toEqual([
      'file README.md',
      'file fleet.json',
      'folder guide',
      'file notes.txt',
      'file visits.csv',
    ]);
    expect(entries[2].bytes).toBeNull();
    expect(await toolbox.call('listFiles', { folder: 'guide/' })).toContainEqual({
      path: 'guide/emblem.png',
      type: 'file',
      bytes: 7,
    });
  });

  it('says that a file is no folder', async () => {
    expect(await toolbox.failure('listFiles', { folder: 'notes.txt' })).toBe("'notes.txt' is a file. Pass a folder.");
  });
});

describe('readTextFile', () => {
  it('reads UTF-8 text', async () => {
    expect(await toolbox.call('readTextFile', { path: './guide/../notes.txt' })).toEqual({
      path: 'notes.txt',
      text: 'Call the pilot before dawn.\nThe LIGHTHOUSE keeper has the key.\nCrème brûlée for the crew.\n',
      truncated: false,
    });
  });

  it('cuts between characters', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'emoji.txt'), '🚢🚢🚢');
    const own = new Toolbox(folder);
    expect(await own.call('readTextFile', { path: 'emoji.txt', maxChars: 2 })).toEqual({
      path: 'emoji.txt',
      text: '🚢🚢',
      truncated: true,
    });
    expect((await own.call('readTextFile', { path: 'emoji.txt', maxChars: 3 })).truncated).toBe(false);
  });

  it('refuses folders, missing, binary and oversized files', async () => {
    expect(await toolbox.failure('readTextFile', { path: 'guide' })).toBe("'guide' is a folder. Pass a file.");
    expect(await toolbox.failure('readTextFile', { path: 'no.txt' })).toBe(
      "'no.txt' does not exist. List the folder to see what there is.",
    );
    expect(await toolbox.failure('readTextFile', { path: 'guide/emblem.png' })).toBe(
      "'guide/emblem.png' is not a text file. Choose a file that holds text.",
    );
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'large.txt'), 'x'.repeat(2_000_001));
    await writeFile(join(folder, 'latin1.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    expect(await new Toolbox(folder).failure('readTextFile', { path: 'large.txt' })).toBe(
      "'large.txt' has 2000001 bytes, at most 2000000 can be read. Choose a smaller file.",
    );
    expect(await new Toolbox(folder).failure('readTextFile', { path: 'latin1.txt' })).toBe(
      "'latin1.txt' is not a text file. Choose a file that holds text.",
    );
  });
});

describe('fileInfo', () => {
  it('tells size and lines of text, and no lines of anything else', async () => {
    expect(await toolbox.call('fileInfo', { path: 'notes.txt' })).toEqual({
      path: 'notes.txt',
      type: 'file',
      bytes: 93,
      lines: 3,
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await toolbox.call('fileInfo', { path: 'guide/emblem.png' })).toMatchObject({ bytes: 7, lines: null });
    expect(await toolbox.call('fileInfo', { path: 'guide' })).toMatchObject({ type: 'folder', bytes: 0, lines: null });
  });
});

describe('findFiles', () => {
  it('finds by pattern in any depth', async () => {
    expect(await toolbox.call('findFiles', { pattern: '**/*.{json,csv}' })).toEqual({
      files: ['fleet.json', 'visits.csv'],
      total: 2,
    });
    expect((await toolbox.call('findFiles', { pattern: 'guide/[fm]*.md' })).files).toEqual([
      'guide/fees.md',
      'guide/mooring.md',
    ]);
  });

  it('takes the signs of regular expressions literally', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a(b|c)+.txt'), '');
    await writeFile(join(folder, 'ab.txt'), '');
    expect((await new Toolbox(folder).call('findFiles', { pattern: 'a(b|c)+.txt' })).files).toEqual(['a(b|c)+.txt']);
  });

  it('refuses patterns that leave the folder or cost too much', async () => {
    const outside = /is outside the folder. Use a path relative to the folder, without '..'.$/;
    for (const pattern of ['../*', '/etc/*', 'guide/../../*', 'C:\\*']) {
      expect(await toolbox.failure('findFiles', { pattern })).toMatch(outside);
    }
    const complex = 'The pattern has too many wildcards. Use a simpler one, for example **/*.md.';
    expect(await toolbox.failure('findFiles', { pattern: '{a,b}'.repeat(20) })).toBe(complex);
    expect(await toolbox.failure('findFiles', { pattern: '*a'.repeat(13) })).toBe(complex);
    expect((await toolbox.call('findFiles', { pattern: '{..,guide}/*.json' })).files).toEqual([]);
  });
});

describe('searchInFiles', () => {
  it('finds lines in text files, whatever the case, and skips binary files', async () => {
    expect(await toolbox.call('searchInFiles', { text: 'lighthouse k' })).toEqual({
      matches: [{ path: 'notes.txt', line: 2, text: 'The LIGHTHOUSE keeper has the key.' }],
      truncated: false,
    });
    expect((await toolbox.call('searchInFiles', { text: 'PNG' })).matches.map(({ path }: any) => path)).toEqual([
      'guide/lighthouse.md',
    ]);
  });

  it('finds accents in composed and decomposed form', async () => {
    const found = await toolbox.call('searchInFiles', { text: 'BRÛLÉE'.normalize('NFD') });
    expect(found.matches).toEqual([{ path: 'notes.txt', line: 3, text: 'Crème brûlée for the crew.' }]);
  });

  it('searches one folder, and takes the text literally', async () => {
    const { matches } = await toolbox.call('searchInFiles', { text: 'moor', folder: 'guide' });
    expect(new Set(matches.map(({ path }: any) => path))).toEqual(new Set(['guide/fees.md', 'guide/mooring.md']));
    expect((await toolbox.call('searchInFiles', { text: '.*' })).matches).toEqual([]);
    expect(await toolbox.failure('searchInFiles', { text: '  ' })).toBe("'text' is empty. Pass the words to look for.");
  });

  it('stops at fifty matches and says so', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'many.txt'), 'ship\n'.repeat(51));
    const found = await new Toolbox(folder).call('searchInFiles', { text: 'ship' });
    expect(found.matches).toHaveLength(50);
    expect(found.truncated).toBe(true);
  });

  it('ends when the caller gives up', async () => {
    const callback = toolbox.callbacks.find(({ definition }) => definition.name === 'searchInFiles')!;
    const context = new ToolContext({}, { signal: AbortSignal.abort(new Error('given up')) });
    await expect(callback.call('{"text":"ship"}', context)).rejects.toThrow('given up');
  });
});

describe('the folder', () => {
  let folder: string;
  let own: Toolbox;

  beforeAll(async () => {
    const parent = await temporaryFolder();
    folder = join(parent, 'root');
    await mkdir(join(folder, 'inner'), { recursive: true });
    await mkdir(join(parent, 'root-twin'));
    await writeFile(join(parent, 'outside.txt'), 'outside');
    await writeFile(join(parent, 'root-twin/twin.txt'), 'twin');
    await writeFile(join(folder, 'inside.txt'), 'inside');
    await writeFile(join(folder, '.env'), 'hidden');
    await symlink('../outside.txt', join(folder, 'leak.txt'));
    await symlink('..', join(folder, 'up'));
    await symlink('nowhere', join(folder, 'dangling'));
    await symlink('../inside.txt', join(folder, 'inner/alias.txt'));
    own = new Toolbox(folder);
  });

  it.each([
    '../outside.txt',
    'inner/../../outside.txt',
    '/etc/passwd',
    '..\\outside.txt',
    'C:\\Windows\\win.ini',
    'c:secret',
    '../root-twin/twin.txt',
    'leak.txt',
    'up/outside.txt',
    'inside.txt\0.md',
  ])('refuses %j', async (path) => {
    const message = `'${path}' is outside the folder. Use a path relative to the folder, without '..'.`;
    expect(await own.failure('readTextFile', { path })).toBe(message);
    expect(await own.failure('fileInfo', { path })).toBe(message);
  });

  it('refuses hidden files', async () => {
    expect(await own.failure('readTextFile', { path: '.env' })).toBe(
      "'.env' is hidden. Hidden files and folders cannot be read.",
    );
    expect((await own.call('findFiles', { pattern: '**/*env*' })).files).toEqual([]);
    expect((await own.call('searchInFiles', { text: 'hidden' })).matches).toEqual([]);
  });

  it('follows links that stay inside, and does not show those that leave', async () => {
    expect((await own.call('readTextFile', { path: 'inner/alias.txt' })).text).toBe('inside');
    expect((await own.call('listFiles')).map(({ path }: any) => path)).toEqual(['inner', 'inside.txt']);
    expect((await own.call('searchInFiles', { text: 'outside' })).matches).toEqual([]);
  });

  it('never hands out what lies outside, whatever the path', async () => {
    const segment = fc.constantFrom(
      '..',
      '.',
      '',
      'inner',
      'up',
      'root',
      'root-twin',
      'outside.txt',
      'leak.txt',
      '\\',
      '/',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 8 }), async (segments) => {
        const path = segments.join('/');
        const text = await own.call('readTextFile', { path }).then(
          (result) => result.text as string,
          () => '',
        );
        expect(['', 'inside']).toContain(text);
      }),
      { numRuns: 200 },
    );
  });

  it('says which folder is missing', async () => {
    expect(await new Toolbox('/nonexistent/docs').failure('listFiles')).toBe(
      "The folder '/nonexistent/docs' does not exist. Set docs.root to an existing folder.",
    );
  });
});
