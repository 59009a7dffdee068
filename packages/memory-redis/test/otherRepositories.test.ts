import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import { RedisConnection, RedisPendingTurnRepository, RedisToolResultRepository } from '@toolwright/memory-redis';
import { pendingTurnRepositoryContract, toolResultRepositoryContract } from '@toolwright/testing';
import { startRedis, type TestServer } from '@toolwright/testing/servers';
import { describeRedis, redisClient } from './support/redis.js';

describeRedis('beside conversations, Redis keeps', () => {
  let server: TestServer;
  let connection: RedisConnection;
  let client: Awaited<ReturnType<typeof redisClient>>;

  beforeAll(async () => {
    server = await startRedis();
    connection = new RedisConnection({ url: server.url });
    client = await redisClient(server.url);
  });
  afterAll(async () => {
    await client.close();
    await connection.close();
    await server.stop();
  });

  describe('tool results [OF-04]', () => {
    const create = (ttl?: number) => new RedisToolResultRepository(connection, ttl === undefined ? {} : { ttl });
    for (const { name, run } of toolResultRepositoryContract({ create })) it(name, run);

    it('for an hour by default', async () => {
      await create().save('hour', 'r', 'text');
      const ttl = await client.pTTL('tool-result:text:r:hour');
      expect(ttl).toBeGreaterThan(3_500_000);
      expect(ttl).toBeLessThanOrEqual(3_600_000);
    });

    it('and leaves no key behind', async () => {
      await create().save('gone', 'a', 'text');
      await create().save('gone', 'b', 'text');
      await create().deleteByConversationId('gone');
      expect(await client.keys('*gone*')).toEqual([]);
    });

    it('under handles and with a time that are some', async () => {
      await expect(create().save('a', 'not:one', 'text')).rejects.toBeInstanceOf(IllegalArgumentException);
      expect(() => create(0)).toThrow('ttl must be greater than 0');
    });
  });

  describe('suspended turns', () => {
    const create = () => new RedisPendingTurnRepository(connection);
    for (const { name, run } of pendingTurnRepositoryContract({ create })) it(name, run);

    it('without those of a conversation, and rules, that are expired', async () => {
      const turn = { conversationId: 'long', version: 0, createdAt: 1, calls: [], lease: null, snapshot: '' };
      const rule = { toolName: 'pay', arguments: null, exact: false, approved: true };
      await create().create({ ...turn, turnId: 'old', expiresAt: Date.now() + 50 });
      await create().addRule('long', { ...rule, ruleId: 'old', expiresAt: Date.now() + 50 });
      await create().addRule('long', { ...rule, ruleId: 'new', expiresAt: null });
      while ((await create().find('old')) !== null) await new Promise((resolve) => setTimeout(resolve, 10));
      await create().create({ ...turn, turnId: 'new', expiresAt: null });
      expect(await client.zRange('pending-turn:conversation:long', 0, -1)).toEqual(['new']);
      expect((await create().findRules('long')).map(({ ruleId }) => ruleId)).toEqual(['new']);
      expect(await client.hKeys('pending-turn:rules:long')).toEqual(['new']);
    });

    it('and their lists no longer than the turns', async () => {
      const turn = { conversationId: 'brief', version: 0, createdAt: 1, calls: [], lease: null, snapshot: '' };
      const soon = Date.now() + 60_000;
      await create().create({ ...turn, turnId: 't1', expiresAt: soon });
      const ttl = () => client.pTTL('pending-turn:conversation:brief');
      expect(await ttl()).toBeLessThanOrEqual(60_000);
      await create().create({ ...turn, turnId: 't2', expiresAt: soon + 60_000 });
      expect(await ttl()).toBeGreaterThan(60_000);
      await create().update('t1', 0, { expiresAt: null });
      expect(await ttl()).toBe(-1);
      await create().deleteByConversationId('brief');
      expect((await client.keys('pending-turn:*')).filter((key) => /brief|t[12]$/.test(key))).toEqual([]);
    });
  });
});
