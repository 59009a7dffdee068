import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectProvider,
  type ObjectProvider,
} from '@toolwright/boot';
import {
  ChatMemory,
  ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  MessageWindowChatMemory,
} from '@toolwright/chat';
import { ToolResultRepository } from '@toolwright/tools';
import { ChatMemoryProperties } from './ChatMemoryProperties.js';

/**
 * Supplies a `ChatMemory` over the application's repository, and a repository in this process if there is none. Beans of
 * the application come first; no advisor is added, so a client remembers only where it is given a memory advisor.
 */
@AutoConfiguration()
@EnableConfigurationProperties(ChatMemoryProperties)
export class ChatMemoryAutoConfiguration {
  @Bean()
  @ConditionalOnProperty('chat.memory.repository.type', { havingValue: 'in-memory', matchIfMissing: true })
  @ConditionalOnMissingBean(ChatMemoryRepository)
  chatMemoryRepository(): InMemoryChatMemoryRepository {
    return new InMemoryChatMemoryRepository();
  }

  @Bean()
  @ConditionalOnMissingBean(ChatMemory)
  chatMemory(
    repository: ChatMemoryRepository,
    properties: ChatMemoryProperties,
    @InjectProvider(ToolResultRepository) results: ObjectProvider<ToolResultRepository>,
  ): MessageWindowChatMemory {
    const builder = MessageWindowChatMemory.builder()
      .chatMemoryRepository(repository)
      .maxMessages(properties.maxMessages);
    results.ifUnique((repositoryOfResults) => builder.toolResultRepository(repositoryOfResults));
    return builder.build();
  }
}
