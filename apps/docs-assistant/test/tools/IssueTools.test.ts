import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DATA, temporaryFolder, Toolbox } from './toolbox.js';

describe('openIssue', () => {
  let outbox: string;
  let toolbox: Toolbox;

  beforeEach(async () => {
    outbox = join(await temporaryFolder(), 'outbox');
    toolbox = new Toolbox(DATA, outbox);
  });

  it('writes a draft with front matter', async () => {
    const args = {
      title: 'Tide tables: "missing"',
      body: 'The page `tides.md` is gone.\n',
      labels: ['docs', 'bug', 'docs'],
    };
    expect(await toolbox.call('openIssue', args)).toEqual({
      path: 'tide-tables-missing.md',
      title: 'Tide tables: "missing"',
      labels: ['docs', 'bug'],
    });
    expect(await readFile(join(outbox, 'tide-tables-missing.md'), 'utf8')).toBe(
      '---\n' +
        'title: "Tide tables: \\"missing\\""\n' +
        'labels: ["docs","bug"]\n' +
        'created: "2026-11-30T10:15:00.000Z"\n' +
        '---\n\n' +
        'The page `tides.md` is gone.\n',
    );
  });

  it('never overwrites, also when several drafts come at once', async () => {
    const drafts = await Promise.all(
      ['one', 'two', 'three'].map((body) => toolbox.call('openIssue', { title: 'Same', body })),
    );
    expect(drafts.map(({ path }) => path).sort()).toEqual(['same-2.md', 'same-3.md', 'same.md']);
    const texts = await Promise.all(drafts.map(({ path }) => readFile(join(outbox, path), 'utf8')));
    expect(texts.map((text) => text.trim().split('\n').at(-1))).toEqual(['one', 'two', 'three']);
  });

  it('does not write through a link that waits under the name', async () => {
    const target = join(await temporaryFolder(), 'target.md');
    await writeFile(target, 'kept');
    await mkdir(outbox);
    await symlink(target, join(outbox, 'report.md'));
    expect((await toolbox.call('openIssue', { title: 'Report', body: 'x' })).path).toBe('report-2.md');
    expect(await readFile(target, 'utf8')).toBe('kept');
  });

  it.each([
    ['../../etc/passwd', 'etcpasswd.md'],
    ['...', 'issue.md'],
    ['-rf /', 'rf.md'],
    ['Über größe: 灯台', 'über-größe-灯台.md'],
    ['a\u0000b\nc', 'a-b-c.md'],
    ['C:\\x\\y', 'cxy.md'],
    ['x'.repeat(200), `${'x'.repeat(60)}.md`],
  ])('makes a safe file name of %j', async (title, path) => {
    expect((await toolbox.call('openIssue', { title, body: 'x' })).path).toBe(path);
    expect(await readdir(outbox)).toEqual([path]);
  });

  it('keeps a title from adding lines to the front matter', async () => {
    const { path, title } = await toolbox.call('openIssue', { title: 'a\nlabels: ["x"]', body: 'b' });
    expect(title).toBe('a labels: ["x"]');
    expect((await readFile(join(outbox, path), 'utf8')).split('\n')[2]).toBe('labels: []');
  });

  it('refuses empty and oversized input', async () => {
    expect(await toolbox.failure('openIssue', { title: ' \n ', body: 'x' })).toBe(
      "'title' is empty. Pass a short title.",
    );
    expect(await toolbox.failure('openIssue', { title: 'x'.repeat(201), body: 'x' })).toMatch(/^'title' has 201/);
    expect(await toolbox.failure('openIssue', { title: 'x', body: 'x'.repeat(50_001) })).toMatch(/^'body' has 50001/);
    expect(await toolbox.failure('openIssue', { title: 'x', body: 'x', labels: Array(11).fill('l') })).toBe(
      "'labels' can have at most 10 entries.",
    );
    await expect(readdir(outbox)).rejects.toThrow('ENOENT');
  });
});

describe('listDrafts', () => {
  it('lists drafts by name, and none before the first', async () => {
    const outbox = join(await temporaryFolder(), 'outbox');
    const toolbox = new Toolbox(DATA, outbox);
    expect(await toolbox.call('listDrafts')).toEqual([]);
    await toolbox.call('openIssue', { title: 'Second', body: 'x', labels: ['bug'] });
    await toolbox.call('openIssue', { title: 'First', body: 'title: "not this"' });
    await writeFile(join(outbox, 'by-hand.md'), 'no front matter');
    await writeFile(join(outbox, 'other.txt'), 'no draft');
    expect(await toolbox.call('listDrafts')).toEqual([
      { path: 'by-hand.md', title: '', labels: [] },
      { path: 'first.md', title: 'First', labels: [] },
      { path: 'second.md', title: 'Second', labels: ['bug'] },
    ]);
  });
});
