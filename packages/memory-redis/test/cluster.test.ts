import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import {
  RedisChatMemoryRepository,
  RedisConnection,
  RedisPendingTurnRepository,
  RedisToolResultRepository,
} from '@toolwright/memory-redis';
import { SystemMessage, UserMessage } from '@toolwright/model';
import {
  chatMemoryRepositoryContract,
  pendingTurnRepositoryContract,
  toolResultRepositoryContract,
} from '@toolwright/testing';
import { startRedis, type TestServer } from '@toolwright/testing/servers';
import { createCluster } from 'redis';
import { describeRedis, redisClient } from './support/redis.js';

describeRedis('a Redis Cluster', () => {
  const servers: TestServer[] = [];
  let cluster: ReturnType<typeof createCluster>;
  let connection: RedisConnection;
  const others: RedisConnection[] = [];

  beforeAll(async () => {
    const nodes = await Promise.all(
      ['0 8191', '8192 16383'].map(async (slots) => {
        const server = await startRedis('--cluster-enabled', 'yes');
        servers.push(server);
        const node = await redisClient(server.url);
        await node.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', ...slots.split(' ')]);
        return { node, server };
      }),
    );
    const [first, second] = nodes;
    const port = String(second?.server.port);
    const bus = String((await second?.node.configGet('cluster-port'))?.['cluster-port']);
    await first?.node.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', port, bus]);
    for (const { node } of nodes) {
      while (!(await node.sendCommand<string>(['CLUSTER', 'INFO'])).includes('cluster_state:ok')) await sleep(20);
      node.destroy();
    }
    cluster = createCluster({ rootNodes: [{ url: servers[0]?.url ?? '' }] });
    await cluster.connect();
    connection = new RedisConnection({ client: cluster });
  });
  afterAll(async () => {
    await connection.close();
    // It is the client of the one who made it.
    expect(cluster.isOpen).toBe(true);
    cluster.destroy();
    for (const server of servers) await server.stop();
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
  });

  const memory = (over = connection, tag = '{chat}') =>
    new RedisChatMemoryRepository(over, { keyPrefix: `${tag}:`, indexName: `${tag}:index` });

  it('keeps all of a repository in one slot, on whichever node that is', async () => {
    expect(cluster.masters).toHaveLength(2);
    const [low, high] = [memory(connection, '{a}'), memory(connection, '{c}')];
    for (const repository of [low, high]) {
      await repository.initializeSchema();
      await repository.append('a', [new UserMessage('q')]);
      expect(await repository.findConversationIds()).toEqual(['a']);
    }
    const nodes = ['{a}:messages:a', '{c}:messages:a'].map(async (key) =>
      cluster.sendCommand(key, true, ['CLUSTER', 'KEYSLOT', key]),
    );
    expect((await Promise.all(nodes)).map((slot) => Number(slot) < 8192)).toEqual([false, true]);
  });

  it('reads, replaces and deletes', async () => {
    await memory().append('a', [new SystemMessage('s'), new UserMessage('q')], { turn: 't' });
    await memory().append('a', [new SystemMessage('new')], { replaceSystemMessages: true });
    expect((await memory().findByConversationId('a')).map(({ text }) => text)).toEqual(['q', 'new']);
    expect(await memory().findConversationIds()).toEqual(['a']);
    expect(await memory().deleteIdleSince(new Date(Date.now() + 1000))).toBe(1);
    expect(await memory().findConversationIds()).toEqual([]);
  });

  it('says what is missing where keys would be in several slots', async () => {
    const text =
      'Redis cluster could not append to a conversation: it is a cluster, where all keys of a repository must be in one slot. ' +
      'Give RedisConnection a `client` of createCluster, and the key prefix and the name of the index a common hash tag, such ' +
      'as {chat}.';
    await expect(new RedisChatMemoryRepository(connection).append('a', [new UserMessage('q')])).rejects.toThrow(text);
    await expect(new RedisChatMemoryRepository(connection).initializeSchema()).rejects.toThrow('it is a cluster');
    await expect(new RedisToolResultRepository(connection).save('a', 'h', 't')).rejects.toMatchObject({
      code: 'STORE_FAILED',
      mayHaveHappened: false,
    });
  });

  it('says so to a client for one server', async () => {
    const single = new RedisConnection({ url: servers[0]?.url ?? '' });
    others.push(single);
    await expect(new RedisChatMemoryRepository(single).initializeSchema()).rejects.toThrow('it is a cluster');
  });

  for (const { name, run } of chatMemoryRepositoryContract({ create: () => memory() }))
    it(`keeps conversations: ${name}`, run);

  const create = (ttl?: number) =>
    new RedisToolResultRepository(connection, { keyPrefix: '{results}:', ...(ttl !== undefined && { ttl }) });
  for (const { name, run } of toolResultRepositoryContract({ create })) it(`keeps tool results: ${name}`, run);

  const turns = { create: () => new RedisPendingTurnRepository(connection, { keyPrefix: '{turns}:' }) };
  for (const { name, run } of pendingTurnRepositoryContract(turns)) it(`keeps suspended turns: ${name}`, run);
});
