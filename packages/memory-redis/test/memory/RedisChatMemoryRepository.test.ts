import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MessageWindowChatMemory } from '@toolwright/chat';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { RedisChatMemoryRepository, type RedisChatMemoryOptions, RedisConnection } from '@toolwright/memory-redis';
import { AssistantMessage, type Message, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { chatMemoryRepositoryContract } from '@toolwright/testing';
import { startRedis, type TestServer } from '@toolwright/testing/servers';
import { describeRedis, redisClient } from '../support/redis.js';

type Client = Awaited<ReturnType<typeof redisClient>>;

const question = (text: string) => new UserMessage(text);
const turn = (text: string): readonly Message[] => [question(text), new AssistantMessage(`answer to ${text}`)];
const textsOf = (messages: readonly Message[]) => messages.map(({ text }) => text);

describeRedis('conversations in Redis', () => {
  let server: TestServer;
  let connection: RedisConnection;
  let client: Client;

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

  const repository = (options: RedisChatMemoryOptions = {}) => new RedisChatMemoryRepository(connection, options);

  for (const { name, run } of chatMemoryRepositoryContract({ create: () => repository() })) it(name, run);

  it('[ME-29] [ME-30] come back with tool calls and tool responses', async () => {
    const messages = [
      question('q'),
      new AssistantMessage('', { toolCalls: [{ id: 'c1', type: 'function', name: 'now', arguments: '{}' }] }),
      new ToolResponseMessage([{ id: 'c1', name: 'now', responseData: '12:00' }]),
      new AssistantMessage('noon'),
    ];
    await repository().saveAll('tools', messages);
    const found = await repository().findByConversationId('tools');
    expect(found.map((message, index) => message.equals(messages[index] as Message))).toEqual([true, true, true, true]);
  });

  it('[ME-33] have the prefix chat-memory:, the index chat-memory-idx and no expiry', async () => {
    await client.flushAll();
    await repository().append('a', [new SystemMessage('s'), ...turn('1')], { turn: 'x' });
    const keys = ['chat-memory:messages:a', 'chat-memory:next:a', 'chat-memory:system:a', 'chat-memory:turns:a'];
    const appends = 'chat-memory:appends:a';
    expect((await client.keys('*')).toSorted()).toEqual(['chat-memory-idx', appends, ...keys]);
    expect(await Promise.all(keys.map((key) => client.pTTL(key)))).toEqual([-1, -1, -1, -1]);
    await repository().deleteByConversationId('a');
    expect(await client.keys('*')).toEqual([]);
  });

  it('[ME-33] are returned up to 1000 messages, whole turns only, and up to 1000 ids', async () => {
    await client.flushAll();
    for (let index = 0; index < 501; index++) await repository().append('long', turn(String(index)));
    const found = await repository().findByConversationId('long');
    expect([found.length, found[0]?.text]).toEqual([1000, '1']);
    const ids = Array.from({ length: 1001 }, (_, index) => `id ${index}`);
    for (const id of ids) await repository().saveAll(id, [question('q')]);
    const listed = await repository().findConversationIds();
    expect(listed).toHaveLength(1000);
    expect(listed).not.toContain('long');
    expect((await repository({ maxConversationIds: 2000 }).findConversationIds()).toSorted()).toEqual(
      [...ids, 'long'].toSorted(),
    );
  });

  it('are returned up to other limits, and keep what is not returned', async () => {
    const small = repository({ maxMessagesPerConversation: 3, keyPrefix: 'small:', indexName: 'small-index' });
    for (const text of ['1', '2']) await small.append('a', turn(text));
    await small.append('b', turn('3'));
    expect(textsOf(await small.findByConversationId('a'))).toEqual(['2', 'answer to 2']);
    const whole = repository({ keyPrefix: 'small:', indexName: 'small-index' });
    expect(textsOf(await whole.findByConversationId('a'))).toEqual(['1', 'answer to 1', '2', 'answer to 2']);
    expect((await client.keys('small:*')).toSorted()).toEqual([
      'small:appends:a',
      'small:appends:b',
      'small:messages:a',
      'small:messages:b',
      'small:next:a',
      'small:next:b',
    ]);
    expect(await client.zRange('small-index', 0, -1)).toEqual(['a', 'b']);
    expect(await repository().findConversationIds()).not.toContain('b');
  });

  it('are forgotten after their time to live, counted from the last write', async () => {
    const brief = repository({ timeToLive: 3000 });
    await brief.append('brief', turn('1'));
    await sleep(2000);
    await brief.append('brief', turn('2'));
    await sleep(2000);
    expect(await brief.findByConversationId('brief')).toHaveLength(4);
    while ((await brief.findByConversationId('brief')).length > 0) await sleep(50);
    expect(await brief.findConversationIds()).not.toContain('brief');
    await brief.append('brief', turn('3'));
    expect(textsOf(await brief.findByConversationId('brief'))).toEqual(['3', 'answer to 3']);
    await repository().append('brief', turn('4'));
    expect(await client.pTTL('chat-memory:messages:brief')).toBe(-1);
  });

  it('are forgotten when they are idle', async () => {
    await client.flushAll();
    for (let index = 0; index < 1100; index++) await repository().append(`old ${index}`, turn('q'));
    await sleep(20);
    const time = new Date();
    await sleep(20);
    await repository().append('new', turn('q'));
    await repository().append('old 7', turn('again'));
    expect(await repository().deleteIdleSince(time)).toBe(1099);
    expect((await repository().findConversationIds()).toSorted()).toEqual(['new', 'old 7']);
    expect(await client.keys('chat-memory:*')).toHaveLength(6);
  });

  it('are read from the end only', async () => {
    await repository().saveAll('huge', [
      new SystemMessage('rules'),
      ...Array.from({ length: 500 }, (_, index) => turn(String(index))).flat(),
    ]);
    expect(await repository().findLatest('huge', 4)).toHaveLength(6);
    const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository()).maxMessages(4).build();
    expect(textsOf(await memory.get('huge'))).toEqual(['rules', '499', 'answer to 499']);
  });

  it('do not mix with those of an id that looks like a part of their keys', async () => {
    await repository().saveAll('x', [new SystemMessage('s'), question('1')]);
    for (const id of ['system:x', 'x:system', 'messages:x', '*', 'chat-memory-idx']) {
      await repository().saveAll(id, [question(id)]);
    }
    expect(textsOf(await repository().findByConversationId('x'))).toEqual(['s', '1']);
    expect(textsOf(await repository().findByConversationId('system:x'))).toEqual(['system:x']);
  });

  it('are not read in a layout of another version', async () => {
    const own = repository({ keyPrefix: 'layout:' });
    await own.initializeSchema();
    await own.initializeSchema();
    await client.set('layout:layout', '2');
    await expect(own.initializeSchema()).rejects.toThrow(
      `The keys layout:* in Redis at 127.0.0.1:${server.port} have the layout 2, this version reads layout 1. Use another key prefix.`,
    );
    await expect(own.initializeSchema()).rejects.toBeInstanceOf(IllegalStateException);
  });

  it('need an id, messages and sensible options', async () => {
    const messages = null as never;
    await expect(repository().append('', turn('1'))).rejects.toThrow('conversationId cannot be null or empty');
    await expect(repository().findByConversationId(' ')).rejects.toThrow('conversationId cannot be null or empty');
    await expect(repository().saveAll('a', messages)).rejects.toThrow('messages cannot be null');
    await expect(repository().append('a', [null as never])).rejects.toThrow('messages cannot contain null elements');
    for (const name of ['timeToLive', 'maxConversationIds', 'maxMessagesPerConversation']) {
      expect(() => repository({ [name]: 0 })).toThrow(new IllegalArgumentException(`${name} must be greater than 0`));
    }
  });
});
