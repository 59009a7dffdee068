import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MessageWindowChatMemory } from '@toolwright/chat';
import { IllegalArgumentException, StoreException } from '@toolwright/core';
import {
  migrate,
  type PostgresChatMemoryOptions,
  PostgresChatMemoryRepository,
  PostgresPendingTurnRepository,
  PostgresToolResultRepository,
} from '@toolwright/memory-postgres';
import { AssistantMessage, type Message, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import {
  chatMemoryRepositoryContract,
  pendingTurnRepositoryContract,
  toolResultRepositoryContract,
} from '@toolwright/testing';
import { isPostgresInstalled } from '@toolwright/testing/servers';
import { embedded, startedServer, type TestDatabase } from './support/databases.js';

const turn = (text: string): readonly Message[] => [new UserMessage(text), new AssistantMessage(`answer to ${text}`)];
const textsOf = (messages: readonly Message[]) => messages.map(({ text }) => text);
const TIMESTAMP = 'JdbcChatMemoryRepository_message_timestamp';

describe.each([
  ['PostgreSQL', isPostgresInstalled(), startedServer],
  ['PGlite', true, embedded],
] as const)('in %s', (_, installed, start) => {
  if (!installed) {
    it.skip('needs a PostgreSQL that is installed', () => undefined);
    return;
  }
  let tested: TestDatabase;

  beforeAll(async () => {
    tested = await start();
    await migrate(tested.database);
  }, 180_000);
  afterAll(() => tested.stop());

  const repository = (options: PostgresChatMemoryOptions = {}) =>
    new PostgresChatMemoryRepository(tested.database, options);

  describe('conversations', () => {
    for (const { name, run } of chatMemoryRepositoryContract({ create: () => repository() })) it(name, run);

    it('[ME-29] [ME-30] come back with tool calls and tool responses', async () => {
      const messages = [
        new UserMessage('q'),
        new AssistantMessage('', { toolCalls: [{ id: 'c1', type: 'function', name: 'now', arguments: '{}' }] }),
        new ToolResponseMessage([{ id: 'c1', name: 'now', responseData: '12:00 \u0000' }]),
        new AssistantMessage('noon'),
      ];
      await repository().saveAll('tools', messages);
      const found = await repository().findByConversationId('tools');
      expect(found.map(({ messageType }) => messageType)).toEqual(['user', 'assistant', 'tool', 'assistant']);
      expect((found[1] as AssistantMessage).toolCalls).toEqual((messages[1] as AssistantMessage).toolCalls);
      expect((found[2] as ToolResponseMessage).responses).toEqual((messages[2] as ToolResponseMessage).responses);
    });

    it('[ME-33] are in the order of the list, with the times of their saving, which stay', async () => {
      const before = Date.now();
      await repository().saveAll('times', turn('1'));
      const first = await repository().findByConversationId('times');
      const times = first.map(({ metadata }) => metadata[TIMESTAMP] as string);
      expect(Math.abs(Date.parse(times[0] ?? '') - before)).toBeLessThan(60_000);
      await sleep(5);
      const added = new UserMessage('first now', { metadata: { [TIMESTAMP]: '2020-01-02T03:04:05.678Z', own: 1 } });
      await repository().saveAll('times', [...first, added, new UserMessage('new')]);
      const second = await repository().findByConversationId('times');
      expect(textsOf(second)).toEqual(['1', 'answer to 1', 'first now', 'new']);
      expect(second.slice(0, 2).map(({ metadata }) => metadata[TIMESTAMP])).toEqual(times);
      expect(second[2]?.metadata).toEqual({ messageType: 'user', own: 1, [TIMESTAMP]: '2020-01-02T03:04:05.678Z' });
      expect(Date.parse(second[3]?.metadata[TIMESTAMP] as string)).toBeGreaterThan(Date.parse(times[0] ?? ''));
    });

    it('are read from the end only', async () => {
      const turns = Array.from({ length: 100 }, (__, index) => turn(String(index))).flat();
      await repository().saveAll('huge', [new SystemMessage('rules'), ...turns]);
      expect(await repository().findLatest('huge', 4)).toHaveLength(5);
      const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository()).maxMessages(4).build();
      expect(textsOf(await memory.get('huge'))).toEqual(['rules', '99', 'answer to 99']);
    });

    it('are forgotten after their time to live, counted from the last write', async () => {
      const brief = repository({ timeToLive: 3000 });
      await brief.append('brief', turn('1'));
      await sleep(2000);
      await brief.append('brief', turn('2'));
      await sleep(2000);
      expect(await brief.findByConversationId('brief')).toHaveLength(4);
      while ((await brief.findByConversationId('brief')).length > 0) await sleep(50);
      expect(await brief.findLatest('brief', 5)).toEqual([]);
      expect(await brief.findConversationIds()).not.toContain('brief');
      await brief.append('brief', turn('3'));
      expect(textsOf(await brief.findByConversationId('brief'))).toEqual(['3', 'answer to 3']);
    });

    it('are forgotten when they are idle', async () => {
      await repository().append('old', turn('q'));
      await repository().append('old, used again', turn('q'));
      await sleep(20);
      const { rows } = await tested.database.query<{ now: Date }>('SELECT now() AS now');
      const time = new Date(rows[0]?.now ?? 0);
      await sleep(20);
      await repository().append('old, used again', turn('q'));
      expect(await repository().deleteIdleSince(time)).toBeGreaterThanOrEqual(1);
      expect(await repository().findByConversationId('old')).toEqual([]);
      expect(await repository().findByConversationId('old, used again')).toHaveLength(4);
    });

    it('need an id, messages and sensible options', async () => {
      const messages = null as never;
      await expect(repository().append('', turn('1'))).rejects.toThrow('conversationId cannot be null or empty');
      await expect(repository().saveAll('a', messages)).rejects.toThrow('messages cannot be null');
      await expect(repository().append('a', [null as never])).rejects.toThrow('messages cannot contain null elements');
      expect(() => repository({ timeToLive: 0 })).toThrow('timeToLive must be greater than 0');
      for (const schema of ['', 'a"; DROP TABLE x; --', 'x'.repeat(64)]) {
        expect(() => repository({ schema })).toThrow(IllegalArgumentException);
      }
      expect(() => repository({ tablePrefix: 'a-b' })).toThrow(IllegalArgumentException);
    });
  });

  describe('tool results [OF-04]', () => {
    const create = (ttl: number) => new PostgresToolResultRepository(tested.database, { ttl });
    for (const { name, run } of toolResultRepositoryContract({ create })) it(name, run);

    it('go when they are expired', async () => {
      await create(1).save('swept', 'a', 'text');
      await sleep(10);
      await create(1000).save('other', 'a', 'text');
      const { rows } = await tested.database.query(
        `SELECT 1 FROM toolwright.tool_result WHERE conversation_id = 'swept'`,
      );
      expect(rows).toEqual([]);
    });

    it('have handles and a time that are some', async () => {
      await expect(create(1000).save('a', 'not:one', 'text')).rejects.toBeInstanceOf(IllegalArgumentException);
      expect(() => create(0)).toThrow('ttl must be greater than 0');
    });
  });

  describe('suspended turns', () => {
    const create = () => new PostgresPendingTurnRepository(tested.database);
    for (const { name, run } of pendingTurnRepositoryContract({ create })) it(name, run);
  });

  describe('other tables', () => {
    it('are used by schema and prefix', async () => {
      const options = { schema: 'Other', tablePrefix: 'ai_' };
      await expect(repository(options).append('a', turn('1'))).rejects.toThrow(
        'could not append to a conversation: the tables do not exist in the schema Other; call migrate(), or set ' +
          'chat.memory.repository.postgres.initialize-schema=always',
      );
      await expect(repository(options).findConversationIds()).rejects.toBeInstanceOf(StoreException);
      expect(await migrate(tested.database, options)).toEqual([
        '001-chat-memory.sql',
        '002-tool-results.sql',
        '003-pending-turns.sql',
        '004-append-ids.sql',
      ]);
      await repository(options).append('a', turn('1'));
      const { rows } = await tested.database.query('SELECT id FROM "Other".ai_chat_memory_conversation');
      expect(rows).toEqual([{ id: 'a' }]);
      expect(await repository().findByConversationId('a')).toEqual([]);
    });

    it('are migrated once, whoever does it', async () => {
      const options = { schema: 'parallel' };
      const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(tested.database, options)));
      expect(runs.map(({ length }) => length).toSorted()).toEqual([0, 0, 0, 0, 4]);
    });

    it('refuse a migration that was changed', async () => {
      const options = { schema: 'changed' };
      await migrate(tested.database, options);
      await tested.database.query(`UPDATE changed.migration SET checksum = 'other' WHERE version = 2`);
      await expect(migrate(tested.database, options)).rejects.toThrow('The migration 002-tool-results.sql was run on');
    });
  });
});
