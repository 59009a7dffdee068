import { describe, expect, it } from '@jest/globals';
import { autoConfigurations, ChatMemoryAutoConfiguration, ChatMemoryProperties } from '@toolwright/autoconfigure';
import { Bean, Configuration } from '@toolwright/boot';
import {
  ChatMemory,
  ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  MessageWindowChatMemory,
} from '@toolwright/chat';
import { AssistantMessage, UserMessage } from '@toolwright/model';
import { ApplicationContextRunner } from '@toolwright/testing';

const runner = new ApplicationContextRunner().withAutoConfiguration(ChatMemoryAutoConfiguration);

const repository = new InMemoryChatMemoryRepository();
const memory = MessageWindowChatMemory.builder().maxMessages(7).build();

@Configuration()
class OwnRepository {
  @Bean()
  repository(): ChatMemoryRepository {
    return repository;
  }
}

@Configuration()
class OwnMemory {
  @Bean()
  memory(): ChatMemory {
    return memory;
  }
}

describe('the configured memory', () => {
  it('[BX-22] is a window of 20 messages in this process', async () => {
    await runner.run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toHaveLength(1);
      expect(context.get(ChatMemoryRepository)).toBeInstanceOf(InMemoryChatMemoryRepository);
      const configured = context.get(ChatMemory) as MessageWindowChatMemory;
      expect(configured).toBeInstanceOf(MessageWindowChatMemory);
      expect(configured.maxMessages).toBe(20);
      expect(configured.chatMemoryRepository).toBe(context.get(ChatMemoryRepository));
    });
  });

  it('[BX-22] stands over an own repository', async () => {
    await runner.withUserConfiguration(OwnRepository).run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([repository]);
      expect((context.get(ChatMemory) as MessageWindowChatMemory).chatMemoryRepository).toBe(repository);
    });
  });

  it('[BX-22] yields to an own memory', async () => {
    await runner.withUserConfiguration(OwnMemory).run((context) => {
      expect(context.getAll(ChatMemory)).toEqual([memory]);
    });
  });

  it('holds as many messages as chat.memory.max-messages says', async () => {
    await runner.withPropertyValues('chat.memory.max-messages=2').run(async (context) => {
      const configured = context.get(ChatMemory);
      for (const text of ['1', '2']) await configured.add('id', [new UserMessage(text), new AssistantMessage(text)]);
      expect((await configured.get('id')).map(({ text }) => text)).toEqual(['2', '2']);
      expect(context.get(ChatMemoryProperties).maxMessages).toBe(2);
    });
  });

  it('is in this process when the repository type says so', async () => {
    await runner.withPropertyValues('chat.memory.repository.type=in-memory').run((context) => {
      expect(context.get(ChatMemoryRepository)).toBeInstanceOf(InMemoryChatMemoryRepository);
    });
  });

  it('is not in this process when another type is chosen, and then needs its repository', async () => {
    const redis = runner.withPropertyValues('chat.memory.repository.type=redis');
    await redis.withUserConfiguration(OwnRepository).run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([repository]);
    });
    await redis.run(({ startupFailure, output }) => {
      expect(startupFailure).not.toBeNull();
      expect(output).toContain('ChatMemoryRepository');
      expect(output).toContain('chat.memory.repository.type');
    });
  });

  it.each([
    ['chat.memory.max-messages=0', 'chat.memory.max-messages'],
    ['chat.memory.repository.type=cassandra', 'chat.memory.repository.type'],
  ])('does not start with %s', async (property, key) => {
    await runner.withPropertyValues(property).run(({ startupFailure, output }) => {
      expect(startupFailure?.message ?? '').not.toBe('');
      expect(output).toContain(key);
    });
  });

  it('is among the auto-configurations of the package', () => {
    expect(autoConfigurations).toContain(ChatMemoryAutoConfiguration);
  });
});
