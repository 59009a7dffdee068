import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  Environment,
  Lazy,
} from '@toolwright/boot';
import { ChatMemory, ChatMemoryRepository, PendingTurnRepository } from '@toolwright/chat';
import { ToolResultRepository } from '@toolwright/tools';
import { PendingTurnAutoConfiguration } from '../chat-client/PendingTurnAutoConfiguration.js';
import { ToolCallingProperties } from '../tool-calling/ToolCallingProperties.js';
import { ToolResultAutoConfiguration } from '../tool-calling/ToolResultAutoConfiguration.js';
import { ChatMemoryAutoConfiguration } from './ChatMemoryAutoConfiguration.js';
import { ConditionalOnMemoryStore } from './ConditionalOnMemoryStore.js';
import { isAnySet } from './isAnySet.js';
import { LegacyRedisChatMemoryProperties, RedisChatMemoryProperties } from './RedisChatMemoryProperties.js';
import { RedisStore } from './RedisStore.js';

const PACKAGE = '@toolwright/memory-redis';

/**
 * Keeps conversations, long tool results and suspended turns in Redis, each where its property says `redis`; conversations
 * also where the application depends on the package and no property says where (BX-23). All share one connection.
 */
@AutoConfiguration({ before: [ChatMemoryAutoConfiguration, ToolResultAutoConfiguration, PendingTurnAutoConfiguration] })
@ConditionalOnPackage(PACKAGE)
@EnableConfigurationProperties(RedisChatMemoryProperties, LegacyRedisChatMemoryProperties, ToolCallingProperties)
export class RedisMemoryAutoConfiguration {
  @Bean({ type: RedisStore })
  @Lazy()
  @ConditionalOnMissingBean(RedisStore)
  async redisStore(
    current: RedisChatMemoryProperties,
    legacy: LegacyRedisChatMemoryProperties,
    environment: Environment,
  ): Promise<RedisStore> {
    const { RedisConnection } = await import('@toolwright/memory-redis');
    const properties = isAnySet(environment, RedisChatMemoryProperties) ? current : legacy;
    const { url, host, port, username, password, database, timeout } = properties;
    // A database of the address is not hidden by the default.
    const address = url === undefined ? { host, port, database } : { url, ...(database > 0 && { database }) };
    const credentials = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
    return new RedisStore(new RedisConnection({ ...address, ...credentials, timeout }), properties);
  }

  @Bean({ type: ChatMemoryRepository })
  @ConditionalOnMemoryStore('redis', PACKAGE)
  @ConditionalOnMissingBean(ChatMemory, ChatMemoryRepository)
  async redisChatMemoryRepository({ connection, properties }: RedisStore): Promise<ChatMemoryRepository> {
    const { RedisChatMemoryRepository } = await import('@toolwright/memory-redis');
    const { keyPrefix, indexName, timeToLive, maxConversationIds, maxMessagesPerConversation } = properties;
    const limits = { maxConversationIds, maxMessagesPerConversation, ...(timeToLive !== undefined && { timeToLive }) };
    const repository = new RedisChatMemoryRepository(connection, { keyPrefix, indexName, ...limits });
    if (properties.initializeSchema) await repository.initializeSchema();
    return repository;
  }

  @Bean({ type: ToolResultRepository })
  @ConditionalOnProperty('tools.results.offload-over')
  @ConditionalOnProperty('tools.results.type', { havingValue: 'redis' })
  @ConditionalOnMissingBean(ToolResultRepository)
  async redisToolResultRepository(
    { connection }: RedisStore,
    { results }: ToolCallingProperties,
  ): Promise<ToolResultRepository> {
    const { RedisToolResultRepository } = await import('@toolwright/memory-redis');
    return new RedisToolResultRepository(connection, { ttl: results.ttl });
  }

  @Bean({ type: PendingTurnRepository })
  @ConditionalOnProperty('chat.client.approvals.repository.type', { havingValue: 'redis' })
  @ConditionalOnMissingBean(PendingTurnRepository)
  async redisPendingTurnRepository({ connection }: RedisStore): Promise<PendingTurnRepository> {
    const { RedisPendingTurnRepository } = await import('@toolwright/memory-redis');
    return new RedisPendingTurnRepository(connection);
  }
}
