import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  migrate,
  PostgresChatMemoryRepository,
  PostgresDatabase,
  PostgresPendingTurnRepository,
  PostgresToolResultRepository,
} from '@toolwright/memory-postgres';
import { SystemMessage, UserMessage } from '@toolwright/model';
import { LossyProxy } from '@toolwright/testing/servers';
import { describePostgres, startedServer } from './support/databases.js';

const CONVERSATIONS = 'toolwright.chat_memory_conversation';

describePostgres('a connection that breaks in the middle of a statement', () => {
  let tested: Awaited<ReturnType<typeof startedServer>>;
  let proxy: LossyProxy;
  let database: PostgresDatabase;
  let repository: PostgresChatMemoryRepository;
  let logs: RecordingLogProvider;

  beforeAll(async () => {
    tested = await startedServer();
    await migrate(tested.database);
    proxy = await LossyProxy.start(tested.server);
  });
  afterAll(async () => {
    await proxy.close();
    await tested.stop();
  });
  beforeEach(async () => {
    logs = RecordingLogProvider.install();
    await tested.database.query(`DELETE FROM ${CONVERSATIONS}`);
    database = new PostgresDatabase({ url: proxy.url, timeout: 20_000, maxConnections: 2 });
    repository = new PostgresChatMemoryRepository(database);
  });
  afterEach(async () => {
    await database.close();
    logs.uninstall();
  });

  const texts = async () => (await repository.findByConversationId('a')).map(({ text }) => text);

  /** Ends what serves the statement that waits for a lock. */
  const terminateWaiting = async () => {
    for (;;) {
      const { rowCount } = await tested.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
      );
      if (rowCount > 0) return;
      await sleep(10);
    }
  };

  it('appends once when the answer is lost', async () => {
    proxy.loseAnswerTo('first');
    await repository.append('a', [new UserMessage('first')]);
    proxy.loseAnswerTo('second');
    await repository.append('a', [new UserMessage('second')], { turn: 't' });
    expect(proxy.lost).toBe(2);
    await repository.append('a', [new UserMessage('third')]);
    expect(await texts()).toEqual(['first', 'second', 'third']);
  });

  it('replaces system messages and whole conversations once when the answer to the end of the transaction is lost', async () => {
    await repository.append('a', [new SystemMessage('old'), new UserMessage('first')]);
    const before = proxy.lost;
    proxy.loseAnswerTo('COMMIT');
    await repository.append('a', [new SystemMessage('new')], { replaceSystemMessages: true });
    expect(await texts()).toEqual(['first', 'new']);
    proxy.loseAnswerTo('COMMIT');
    await repository.saveAll('a', [new UserMessage('saved')]);
    expect(await texts()).toEqual(['saved']);
    expect(proxy.lost).toBe(before + 2);
    await repository.append('a', [new UserMessage('more')]);
    expect(await texts()).toEqual(['saved', 'more']);
  });

  it.each([{}, { replaceSystemMessages: true }])('appends once when its backend is terminated, %j', async (options) => {
    await repository.append('a', [new UserMessage('first')]);
    let appended: Promise<void> | undefined;
    await tested.database.transaction(async (session) => {
      await session.query(`SELECT 1 FROM ${CONVERSATIONS} FOR UPDATE`);
      appended = repository.append('a', [new UserMessage('second')], options);
      await terminateWaiting();
    });
    await appended;
    expect(await texts()).toEqual(['first', 'second']);
  });

  it('appends once while a first try whose connection is gone goes on in the server', async () => {
    await repository.append('a', [new UserMessage('first')]);
    const other = await LossyProxy.start(tested.server);
    const second = new PostgresDatabase({ url: other.url, timeout: 20_000 });
    let appended: Promise<void> | undefined;
    await tested.database.transaction(async (session) => {
      await session.query(`SELECT 1 FROM ${CONVERSATIONS} FOR UPDATE`);
      appended = new PostgresChatMemoryRepository(second).append('a', [new UserMessage('second')]);
      await waiting(1);
      other.breakConnections();
      await waiting(2);
    });
    await appended;
    expect(await texts()).toEqual(['first', 'second']);
    await second.close();
    await other.close();
  });

  /** Until so many statements wait for locks. */
  async function waiting(count: number): Promise<void> {
    for (;;) {
      const { rows } = await tested.database.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
      if (rows.length >= count) return;
      await sleep(10);
    }
  }

  it('reads, and writes what is the same twice, again', async () => {
    await repository.append('a', [new UserMessage('first')]);
    const results = new PostgresToolResultRepository(database);
    const turns = new PostgresPendingTurnRepository(database);
    const before = proxy.lost;
    proxy.loseAnswerTo('SELECT');
    expect(await texts()).toEqual(['first']);
    proxy.loseAnswerTo('tool_result');
    await results.save('a', 'h', 'text');
    proxy.loseAnswerTo('tool_result');
    expect(await results.find('a', 'h')).toBe('text');
    proxy.loseAnswerTo('pending_turn');
    expect(await turns.findByConversationId('a')).toEqual([]);
    proxy.loseAnswerTo('DELETE');
    await repository.deleteByConversationId('a');
    expect(await texts()).toEqual([]);
    expect(proxy.lost).toBe(before + 5);
  });

  it('does not repeat what is not the same twice, and says so', async () => {
    proxy.loseAnswerTo('DELETE');
    await expect(new PostgresPendingTurnRepository(database).delete('t')).rejects.toMatchObject({
      code: 'STORE_FAILED',
      mayHaveHappened: true,
    });
  });

  it('keeps the doubt of the first try when the second one cannot be made', async () => {
    const other = await LossyProxy.start(tested.server);
    const lonely = new PostgresDatabase({ url: other.url, timeout: 20_000 });
    const memory = new PostgresChatMemoryRepository(lonely);
    other.loseAnswerTo('second', true);
    await expect(memory.append('a', [new UserMessage('second')])).rejects.toMatchObject({
      code: 'STORE_FAILED',
      mayHaveHappened: true,
    });
    await lonely.close();
    await other.close();
  });

  it('ends a transaction that does nothing at that moment, and nothing else', async () => {
    const work = database.transaction(async (session) => {
      const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await tested.database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await sleep(200);
      await session.query('SELECT 1');
    });
    await expect(work).rejects.toThrow(/not queryable|terminat/);
    expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('knows of each conversation its latest writes only', async () => {
    for (let index = 0; index < 20; index++) await repository.append('a', [new UserMessage(String(index))]);
    const { rows } = await tested.database.query(`SELECT cardinality(appends) AS known FROM ${CONVERSATIONS}`);
    expect(rows).toEqual([{ known: 16 }]);
    expect(await texts()).toHaveLength(20);
  });
});

describePostgres('tables of an earlier version', () => {
  it('keep their conversations, and are told to be migrated', async () => {
    const tested = await startedServer();
    try {
      await migrate(tested.database);
      const repository = new PostgresChatMemoryRepository(tested.database);
      await repository.append('a', [new UserMessage('first')]);
      await tested.database.query(`ALTER TABLE ${CONVERSATIONS} DROP COLUMN appends`);
      await tested.database.query('DELETE FROM toolwright.migration WHERE version = 4');
      await expect(repository.append('a', [new UserMessage('second')])).rejects.toThrow(
        'the tables are those of an earlier version in the schema toolwright; call migrate()',
      );
      expect(await migrate(tested.database)).toEqual(['004-append-ids.sql']);
      await repository.append('a', [new UserMessage('second')]);
      expect((await repository.findByConversationId('a')).map(({ text }) => text)).toEqual(['first', 'second']);
    } finally {
      await tested.stop();
    }
  });
});
