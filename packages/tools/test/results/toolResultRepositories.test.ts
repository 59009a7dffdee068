import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toolResultRepositoryContract } from '@toolwright/testing';
import { FolderToolResultRepository, InMemoryToolResultRepository } from '@toolwright/tools';

describe('InMemoryToolResultRepository', () => {
  for (const { name, run } of toolResultRepositoryContract({
    create: (ttl) => new InMemoryToolResultRepository({ ttl }),
  })) {
    it(`[OF-04] ${name}`, run);
  }

  it('[OF-04] lets the oldest results make room, whatever their conversation', async () => {
    const repository = new InMemoryToolResultRepository({ maxTotalChars: 10 });
    await repository.save('a', 'r1', '1234');
    await repository.save('b', 'r2', '1234');
    await repository.save('a', 'r3', '123');
    expect(await repository.find('a', 'r1')).toBeNull();
    expect(await repository.find('b', 'r2')).toBe('1234');
    expect(await repository.find('a', 'r3')).toBe('123');
    await repository.save('c', 'r4', '12345678901');
    expect(await repository.find('c', 'r4')).toBeNull();
    expect(await repository.find('b', 'r2')).toBe('1234');
  });

  it('[OF-04] refuses bounds that are none', () => {
    expect(() => new InMemoryToolResultRepository({ ttl: 0 })).toThrow('ttl must be greater than 0');
    expect(() => new InMemoryToolResultRepository({ maxTotalChars: -1 })).toThrow(
      'maxTotalChars must be greater than 0',
    );
  });
});

describe('FolderToolResultRepository', () => {
  let root: string;
  let count = 0;
  const newFolder = (): string => join(root, `folder-${count++}`);

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'tool-results-'));
  });

  afterAll(async () => {
    await rm(root, { recursive: true, force: true });
  });

  for (const { name, run } of toolResultRepositoryContract({
    create: (ttl) => new FolderToolResultRepository(newFolder(), { ttl }),
  })) {
    it(`[OF-04] ${name}`, run);
  }

  it('[OF-04] survives a restart', async () => {
    const folder = newFolder();
    await new FolderToolResultRepository(folder).save('c', 'r', 'text');
    expect(await new FolderToolResultRepository(folder).find('c', 'r')).toBe('text');
  });

  it('[OF-04] lets nobody else read its files, and names none after an id', async () => {
    const folder = newFolder();
    await new FolderToolResultRepository(folder).save('../../etc', 'passwd', 'text');
    const [conversation = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(conversation).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(folder, conversation))).mode & 0o777).toBe(0o700);
    const [file = ''] = await readdir(join(folder, conversation));
    expect((await stat(join(folder, conversation, file))).mode & 0o777).toBe(0o600);
  });

  it('[OF-04] deletes what is expired, also what a process that ended has left', async () => {
    const folder = newFolder();
    await new FolderToolResultRepository(folder).save('old', 'r', 'text');
    await writeFile(join(folder, 'half.tmp'), 'half');
    const [name = ''] = await readdir(folder);
    const [file = ''] = await readdir(join(folder, name));
    const past = new Date(Date.now() - 7_200_000);
    await utimes(join(folder, name, file), past, past);
    await utimes(join(folder, 'half.tmp'), past, past);
    await new FolderToolResultRepository(folder).save('new', 'r', 'text');
    const left = await readdir(folder);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(name);
  });

  it('[OF-04] refuses a folder or a time that is none', () => {
    expect(() => new FolderToolResultRepository(' ')).toThrow('folder cannot be null or empty');
    expect(() => new FolderToolResultRepository('x', { ttl: 0 })).toThrow('ttl must be greater than 0');
  });
});
