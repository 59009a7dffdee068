import { describe, expect, it } from '@jest/globals';
import { InMemoryChatMemoryRepository } from '@toolwright/chat';
import { AssistantMessage, type Message, ToolResponseMessage } from '@toolwright/model';
import { chatMemoryRepositoryContract } from '@toolwright/testing';
import { A, AppendingRepository, ID, StampingRepository, U } from '../support/memory.js';
import { shorthand } from '../support/models.js';

describe('the repository in this process', () => {
  for (const { name, run } of chatMemoryRepositoryContract({ create: () => new InMemoryChatMemoryRepository() })) {
    it(name, run);
  }

  it('[ME-28] replaces when it saves, returns copies, minds no unknown conversation and lists all', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.saveAll('a', [U('1'), A('1')]);
    await repository.saveAll('a', [U('2')]);
    await repository.saveAll('b', [U('3')]);
    const copy = (await repository.findByConversationId('a')) as Message[];
    copy.push(U('stranger'));
    expect(shorthand(await repository.findByConversationId('a'))).toEqual(['U 2']);
    expect(await repository.findByConversationId('unknown')).toEqual([]);
    await repository.deleteByConversationId('unknown');
    expect(await repository.findConversationIds()).toEqual(['a', 'b']);
    await repository.deleteByConversationId('a');
    expect(await repository.findConversationIds()).toEqual(['b']);
  });

  it('forgets idle conversations', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.saveAll('a', [U('1')]);
    expect(await repository.deleteIdleSince(new Date(Date.now() - 1000))).toBe(0);
    expect(await repository.deleteIdleSince(new Date(Date.now() + 1000))).toBe(1);
    expect(await repository.findConversationIds()).toEqual([]);
  });

  it('[ME-29] keeps tool calls and their results', async () => {
    const repository = new InMemoryChatMemoryRepository();
    const toolCalls = [{ id: 'c1', type: 'function', name: 'getWeather', arguments: '{"city":"Oslo"}' }];
    const responses = [{ id: 'c1', name: 'getWeather', responseData: 'rain' }];
    await repository.saveAll(ID, [
      U('q'),
      new AssistantMessage('', { toolCalls }),
      new ToolResponseMessage(responses),
      A('a'),
    ]);
    const found = await repository.findByConversationId(ID);
    expect(found.map(({ messageType }) => messageType)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect((found[1] as AssistantMessage).toolCalls).toEqual(toolCalls);
    expect((found[2] as ToolResponseMessage).responses).toEqual(responses);
  });

  it('checks what it is given', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await expect(repository.saveAll('', [])).rejects.toThrow('conversationId cannot be null or empty');
    await expect(repository.saveAll(ID, null as never)).rejects.toThrow('messages cannot be null');
    await expect(repository.saveAll(ID, [null as never])).rejects.toThrow('messages cannot contain null elements');
    await expect(repository.findByConversationId('')).rejects.toThrow('conversationId cannot be null or empty');
    await expect(repository.deleteByConversationId('')).rejects.toThrow('conversationId cannot be null or empty');
  });
});

describe.each([
  ['appends', () => new AppendingRepository()],
  ['adds metadata', () => new StampingRepository()],
])('a repository of these tests that %s', (_, create) => {
  for (const { name, run } of chatMemoryRepositoryContract({ create })) it(name, run);
});
