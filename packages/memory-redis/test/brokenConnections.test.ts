import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { PendingTurn } from '@toolwright/chat';
import { RecordingLogProvider, StoreException } from '@toolwright/core';
import {
  RedisChatMemoryRepository,
  RedisConnection,
  RedisPendingTurnRepository,
  RedisToolResultRepository,
} from '@toolwright/memory-redis';
import { SystemMessage, UserMessage } from '@toolwright/model';
import { LossyProxy, startRedis, type TestServer } from '@toolwright/testing/servers';
import { describeRedis, redisClient } from './support/redis.js';

describeRedis('a connection that breaks in the middle of an operation', () => {
  let server: TestServer;
  let proxy: LossyProxy;
  let connection: RedisConnection;
  let admin: Awaited<ReturnType<typeof redisClient>>;
  let logs: RecordingLogProvider;

  beforeAll(async () => {
    server = await startRedis();
    proxy = await LossyProxy.start(server);
    admin = await redisClient(server.url);
  });
  afterAll(async () => {
    admin.destroy();
    await proxy.close();
    await server.stop();
  });
  beforeEach(async () => {
    logs = RecordingLogProvider.install();
    await admin.flushAll();
    connection = new RedisConnection({ url: proxy.url, timeout: 20_000 });
  });
  afterEach(async () => {
    await connection.close();
    logs.uninstall();
  });

  const texts = async (repository: RedisChatMemoryRepository) =>
    (await repository.findByConversationId('a')).map(({ text }) => text);

  it('appends once when the answer is lost', async () => {
    const repository = new RedisChatMemoryRepository(connection);
    await repository.append('a', [new UserMessage('first')]);
    proxy.loseAnswerTo('second');
    await repository.append('a', [new UserMessage('second')], { turn: 't' });
    expect(proxy.lost).toBe(1);
    expect(await texts(repository)).toEqual(['first', 'second']);
    await repository.append('a', [new UserMessage('third')]);
    expect(await texts(repository)).toEqual(['first', 'second', 'third']);
  });

  it('replaces system messages and whole conversations once', async () => {
    const repository = new RedisChatMemoryRepository(connection);
    await repository.append('a', [new SystemMessage('old')]);
    const before = proxy.lost;
    proxy.loseAnswerTo('new');
    await repository.append('a', [new SystemMessage('new')], { replaceSystemMessages: true });
    expect(await texts(repository)).toEqual(['new']);
    proxy.loseAnswerTo('saved');
    await repository.saveAll('a', [new UserMessage('saved')]);
    expect(await texts(repository)).toEqual(['saved']);
    expect(proxy.lost).toBe(before + 2);
  });

  it('appends once when the connection is killed before the server has done it', async () => {
    const repository = new RedisChatMemoryRepository(connection);
    await repository.append('a', [new UserMessage('first')]);
    const id = (await admin.clientList()).find(({ cmd }) => /eval/i.test(cmd))?.id;
    await admin.sendCommand(['CLIENT', 'PAUSE', '60000', 'WRITE']);
    const appended = repository.append('a', [new UserMessage('second')]);
    await sleep(100);
    await admin.sendCommand(['CLIENT', 'KILL', 'ID', String(id)]);
    await admin.sendCommand(['CLIENT', 'UNPAUSE']);
    await appended;
    expect(await texts(repository)).toEqual(['first', 'second']);
    expect(logs.messages('warn')).toHaveLength(1);
  });

  it('reads again', async () => {
    const repository = new RedisChatMemoryRepository(connection);
    await repository.append('a', [new UserMessage('first')]);
    const results = new RedisToolResultRepository(connection);
    await results.save('a', 'h', 'text');
    const before = proxy.lost;
    proxy.loseAnswerTo('EVALSHA');
    expect(await texts(repository)).toEqual(['first']);
    proxy.loseAnswerTo('EVALSHA');
    expect(await results.find('a', 'h')).toBe('text');
    proxy.loseAnswerTo('EVALSHA');
    await repository.deleteByConversationId('a');
    expect(await texts(repository)).toEqual([]);
    expect(proxy.lost).toBe(before + 3);
  });

  it('does not repeat what is not the same twice, and says so', async () => {
    const repository = new RedisPendingTurnRepository(connection);
    const turn: PendingTurn = {
      turnId: 't',
      conversationId: null,
      version: 0,
      createdAt: Date.now(),
      expiresAt: null,
      calls: [],
      lease: null,
      snapshot: '{}',
    };
    await repository.create(turn);
    await repository.update('t', 0, { lease: null });
    proxy.loseAnswerTo('EVALSHA');
    const error = await repository.update('t', 1, { lease: null }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StoreException);
    expect((error as StoreException).mayHaveHappened).toBe(true);
    expect((await repository.find('t'))?.version).toBe(2);
  });

  it('keeps the doubt of the first try when the second one cannot be made', async () => {
    const gone = await startRedis();
    const way = await LossyProxy.start(gone);
    const lonely = new RedisConnection({ url: way.url, timeout: 1500 });
    const other = new RedisChatMemoryRepository(lonely);
    await other.append('a', [new UserMessage('first')]);
    way.loseAnswerTo('second', true);
    const error = await other.append('a', [new UserMessage('second')]).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'STORE_FAILED', mayHaveHappened: true });
    await lonely.close();
    await way.close();
    await gone.stop();
  });

  it('forgets by itself which writes there were', async () => {
    const repository = new RedisChatMemoryRepository(connection);
    await repository.append('a', [new UserMessage('first')]);
    const left = await admin.pTTL('chat-memory:appends:a');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(600_000);
    await repository.deleteByConversationId('a');
    expect(await admin.keys('*')).toEqual([]);
  });
});
