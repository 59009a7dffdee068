import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  IllegalArgumentException,
  IllegalStateException,
  RecordingLogProvider,
  StoreException,
} from '@toolwright/core';
import { RedisChatMemoryRepository, RedisConnection } from '@toolwright/memory-redis';
import { UserMessage } from '@toolwright/model';
import { startRedis, type TestServer } from '@toolwright/testing/servers';
import { createClient } from 'redis';
import { describeRedis } from './support/redis.js';

const MESSAGES = [new UserMessage('q')];

describe('the settings of a connection', () => {
  it('name a server without its credentials', () => {
    expect(new RedisConnection().description).toBe('Redis at localhost:6379');
    expect(new RedisConnection({ url: 'redis://me:secret@cache:6380/2' }).description).toBe('Redis at cache:6380');
    expect(new RedisConnection({ host: 'other', port: 1 }).description).toBe('Redis at other:1');
  });

  it('have to make sense', () => {
    expect(() => new RedisConnection({ url: 'localhost:6379' })).toThrow(IllegalArgumentException);
    expect(() => new RedisConnection({ timeout: 0 })).toThrow('timeout must be greater than 0');
  });
});

describeRedis('a connection to Redis', () => {
  let server: TestServer;
  const connections: RedisConnection[] = [];
  let logs: RecordingLogProvider;

  beforeAll(async () => {
    server = await startRedis('--requirepass', 'secret');
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) await connection.close();
    logs.uninstall();
  });

  const connect = (options: ConstructorParameters<typeof RedisConnection>[0] = {}) => {
    const connection = new RedisConnection({ url: server.url, password: 'secret', ...options });
    connections.push(connection);
    return new RedisChatMemoryRepository(connection);
  };
  const failureOf = async (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error as StoreException,
    );

  /** Resolves when the client knows that the server is gone; until then what it sends may be lost. */
  const noticed = async () => {
    const warning = `No connection to Redis at 127.0.0.1:${server.port}`;
    while (!logs.messages('warn').includes(warning)) await sleep(10);
  };

  it('uses the credentials', async () => {
    await connect().saveAll('a', MESSAGES);
    expect(await connect().findByConversationId('a')).toHaveLength(1);
    expect(await connect({ database: 3 }).findByConversationId('a')).toEqual([]);
  });

  it('fails at once with wrong credentials, and works with right ones', async () => {
    const error = await failureOf(connect({ password: 'wrong' }).saveAll('b', MESSAGES));
    expect(error).toBeInstanceOf(StoreException);
    expect(error?.code).toBe('STORE_FAILED');
    expect(error?.store).toBe(`Redis at 127.0.0.1:${server.port}`);
    expect(error?.operation).toBe('save a conversation');
    expect(error?.mayHaveHappened).toBe(false);
    expect(error?.message).toContain('WRONGPASS');
    expect(error?.message).not.toContain('wrong ');
    await connect().saveAll('b', MESSAGES);
  });

  it('survives a restart of the server between operations', async () => {
    const repository = connect();
    await repository.append('restart', MESSAGES);
    await server.kill();
    await noticed();
    await server.restart();
    await repository.append('restart', MESSAGES);
    expect(await repository.findByConversationId('restart')).toHaveLength(2);
  });

  it('waits for a server that is away, but not for ever', async () => {
    const repository = connect({ timeout: 3000 });
    await repository.append('away', MESSAGES);
    await server.kill();
    await noticed();
    const error = await failureOf(repository.append('away', MESSAGES));
    expect(error).toBeInstanceOf(StoreException);
    expect(error?.message).toContain('could not append to a conversation: connect ECONNREFUSED');
    expect(error?.mayHaveHappened).toBe(false);
    const patient = connect({ timeout: 30_000 });
    const waiting = patient.append('away', MESSAGES);
    await server.restart();
    await waiting;
    expect(await patient.findByConversationId('away')).toHaveLength(2);
  });

  it('does nothing after it was closed', async () => {
    const repository = connect();
    await repository.saveAll('c', MESSAGES);
    for (const connection of connections) await connection.close();
    await expect(repository.saveAll('c', MESSAGES)).rejects.toBeInstanceOf(IllegalStateException);
  });

  it('uses a client that is there already, and leaves it open', async () => {
    const client = createClient({ url: server.url, password: 'secret' });
    const connection = new RedisConnection({ client, timeout: 3000 });
    expect(connection.description).toBe('Redis');
    const repository = new RedisChatMemoryRepository(connection);
    const error = await failureOf(repository.append('given', MESSAGES));
    expect([error?.mayHaveHappened, error?.message]).toEqual([
      false,
      'Redis could not append to a conversation: The client is closed.',
    ]);
    await client.connect();
    await repository.append('given', MESSAGES);
    expect(await repository.findByConversationId('given')).toHaveLength(1);
    await connection.close();
    await expect(repository.append('given', MESSAGES)).rejects.toBeInstanceOf(IllegalStateException);
    expect(client.isOpen).toBe(true);
    client.destroy();
  });

  it('is not opened before it is needed', async () => {
    await server.kill();
    connect();
    await server.restart();
    expect(logs.messages('warn')).toEqual([]);
    expect(connections).toHaveLength(1);
  });

  it('fails when the server does not answer', async () => {
    const repository = connect({ timeout: 2000 });
    await repository.append('hangs', MESSAGES);
    await stopAnswering();
    const error = await failureOf(repository.append('hangs', MESSAGES));
    expect(error).toBeInstanceOf(StoreException);
    expect(error?.message).toContain('it did not answer in time. It may have been carried out all the same.');
    expect(error?.mayHaveHappened).toBe(true);
  });

  /** Keeps the server from answering, to the end of these tests. */
  async function stopAnswering(): Promise<void> {
    const client = await createClient({ url: server.url, password: 'secret' }).connect();
    await client.sendCommand(['CLIENT', 'PAUSE', '600000', 'ALL']);
    client.destroy();
  }
});
