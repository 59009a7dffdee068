import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  IllegalArgumentException,
  IllegalStateException,
  RecordingLogProvider,
  StoreException,
} from '@toolwright/core';
import {
  migrate,
  openDatabase,
  PGliteDatabase,
  PostgresChatMemoryRepository,
  PostgresDatabase,
  type SqlDatabase,
} from '@toolwright/memory-postgres';
import { UserMessage } from '@toolwright/model';
import { lockFolder } from '../dist/database/lockFolder.js';
import { describePostgres, startedServer } from './support/databases.js';

const MESSAGES = [new UserMessage('q')];

describe('a database by its address', () => {
  it('is a server, or in this process', () => {
    const url = 'postgresql://me:secret@db:5433/app?sslmode=require';
    expect(openDatabase({ url })).toBeInstanceOf(PostgresDatabase);
    expect(openDatabase({ url }).description).toBe('PostgreSQL at db:5433/app');
    expect(openDatabase({ url }).embedded).toBe(false);
    expect(openDatabase({ url: 'pglite:' }).description).toBe('PGlite in memory');
    expect(openDatabase({ url: 'pglite:/data/app' }).description).toBe('PGlite in /data/app');
    expect(openDatabase({ url: 'pglite:./data' })).toBeInstanceOf(PGliteDatabase);
    expect(openDatabase({ url: 'pglite:./data' }).embedded).toBe(true);
  });

  it('has to make sense', () => {
    expect(() => openDatabase({ url: 'mysql://localhost/x' })).toThrow(IllegalArgumentException);
    expect(() => openDatabase({ url: 'localhost' })).toThrow(/url must have the form postgres/);
    expect(() => openDatabase({ timeout: 0 })).toThrow('timeout must be greater than 0');
    expect(() => openDatabase({ maxConnections: 0 })).toThrow('maxConnections must be greater than 0');
  });
});

describe('PGlite in a folder', () => {
  it('keeps its data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-pglite-'));
    try {
      for (const length of [1, 2]) {
        const database = openDatabase({ url: `pglite:${folder}/new/data` });
        await migrate(database);
        const repository = new PostgresChatMemoryRepository(database);
        await repository.append('a', MESSAGES);
        expect(await repository.findByConversationId('a')).toHaveLength(length);
        const second = openDatabase({ url: `pglite:${folder}/new/data` });
        await expect(second.query('SELECT 1')).rejects.toThrow('is in use by the process');
        await second.close();
        await database.close();
        await database.close();
        await expect(database.query('SELECT 1')).rejects.toBeInstanceOf(IllegalStateException);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 240_000);
});

describe('a folder of PGlite', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-pglite-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is refused while another process uses it', async () => {
    const data = join(folder, 'data');
    await writeFile(`${data}.lock`, String(process.ppid));
    const database = openDatabase({ url: `pglite:${data}` });
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(database.query('SELECT 1')).rejects.toThrow(
        `PGlite in ${data} is in use by the process ${process.ppid}. Only one process can use it; delete ${data}.lock if none does.`,
      );
    }
    await database.close();
    expect(await readFile(`${data}.lock`, 'utf8')).toBe(String(process.ppid));
  });

  it.each([
    ['a process that is gone', '4194999'],
    ['an earlier process of the same id', String(process.pid)],
    ['nobody', ''],
  ])('is taken over from %s', async (holder, pid) => {
    const data = join(folder, 'data');
    if (holder !== 'nobody') await writeFile(`${data}.lock`, pid);
    const unlock = await lockFolder(data);
    expect(await readFile(`${data}.lock`, 'utf8')).toBe(String(process.pid));
    await expect(lockFolder(data)).rejects.toBeInstanceOf(IllegalStateException);
    await unlock();
    await expect(readFile(`${data}.lock`)).rejects.toThrow('ENOENT');
    await (await lockFolder(data))();
  });
});

describePostgres('a PostgreSQL server', () => {
  let tested: Awaited<ReturnType<typeof startedServer>>;
  const databases: SqlDatabase[] = [];
  let logs: RecordingLogProvider;

  beforeAll(async () => {
    tested = await startedServer();
    await migrate(tested.database);
  });
  afterAll(() => tested.stop());
  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
    logs.uninstall();
  });

  const connect = (options: ConstructorParameters<typeof PostgresDatabase>[0] = {}) => {
    const database = new PostgresDatabase({ url: tested.server.url, ...options });
    databases.push(database);
    return new PostgresChatMemoryRepository(database);
  };
  const failureOf = async (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error as StoreException,
    );

  it('is reached with credentials beside the address', async () => {
    await tested.database.query(`CREATE ROLE reader LOGIN PASSWORD 'secret'`);
    const database = new PostgresDatabase({ url: tested.server.url, username: 'reader', password: 'secret' });
    databases.push(database);
    expect((await database.query('SELECT current_user AS name')).rows).toEqual([{ name: 'reader' }]);
    const error = await failureOf(connect({ username: 'nobody' }).append('a', MESSAGES));
    expect(error).toBeInstanceOf(StoreException);
    expect(error?.code).toBe('STORE_FAILED');
    expect(error?.message).toBe(
      `PostgreSQL at 127.0.0.1:${tested.server.port}/postgres could not append to a conversation: role "nobody" does not exist.`,
    );
    expect(error?.mayHaveHappened).toBe(false);
  });

  it('may be restarted between operations', async () => {
    const repository = connect({ timeout: 30_000 });
    await repository.append('restart', MESSAGES);
    await tested.server.kill();
    const error = await failureOf(repository.append('restart', MESSAGES));
    expect(error).toBeInstanceOf(StoreException);
    expect(error?.operation).toBe('append to a conversation');
    await tested.server.restart();
    await repository.append('restart', MESSAGES);
    expect(await repository.findByConversationId('restart')).toHaveLength(2);
  });

  it('that dies during an operation leaves all of it or nothing', async () => {
    const repository = connect({ timeout: 30_000 });
    const pair = [new UserMessage('1'), new UserMessage('2')];
    let attempts = 0;
    const writing = Array.from({ length: 8 }, async () => {
      for (;;) {
        attempts++;
        await repository.append('dies', pair, { turn: `t${attempts}` });
      }
    }).map(failureOf);
    while (attempts < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    await tested.server.kill();
    for (const error of await Promise.all(writing)) expect(error).toBeInstanceOf(StoreException);
    await tested.server.restart();
    const texts = (await repository.findByConversationId('dies')).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(100);
    expect(texts).toEqual(texts.map((__, index) => String((index % 2) + 1)));
  });

  it('that does not answer is given up', async () => {
    const repository = connect({ timeout: 1500 });
    await repository.append('hangs', MESSAGES);
    await tested.database.transaction(async (session) => {
      await session.query('LOCK TABLE toolwright.chat_memory_conversation');
      const error = await failureOf(repository.append('hangs', MESSAGES));
      expect(error).toBeInstanceOf(StoreException);
      expect(error?.message).toMatch(/timeout/);
    });
    await repository.append('hangs', MESSAGES);
  });

  it('rolls back what fails', async () => {
    const work = tested.database.transaction(async (session) => {
      await session.query(`INSERT INTO toolwright.tool_result VALUES ('a', 'b', '"c"', now())`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect((await tested.database.query('SELECT 1 FROM toolwright.tool_result')).rows).toEqual([]);
  });

  it('is not used after it was closed', async () => {
    const repository = connect();
    await repository.append('closed', MESSAGES);
    for (const database of databases) await database.close();
    await expect(repository.append('closed', MESSAGES)).rejects.toBeInstanceOf(IllegalStateException);
  });
});
