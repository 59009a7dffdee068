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
import { JdbcChatMemoryProperties, PostgresChatMemoryProperties } from './PostgresChatMemoryProperties.js';
import { PostgresStore } from './PostgresStore.js';
import { RedisMemoryAutoConfiguration } from './RedisMemoryAutoConfiguration.js';

const PACKAGE = '@toolwright/memory-postgres';

/**
 * Keeps conversations, long tool results and suspended turns in PostgreSQL or PGlite, each where its property says
 * `postgres`; conversations also where the application depends on the package and no property says where. All share one
 * pool of connections. The tables are made at start as `initialize-schema` says (BX-25).
 */
@AutoConfiguration({
  after: [RedisMemoryAutoConfiguration],
  before: [ChatMemoryAutoConfiguration, ToolResultAutoConfiguration, PendingTurnAutoConfiguration],
})
@ConditionalOnPackage(PACKAGE)
@EnableConfigurationProperties(PostgresChatMemoryProperties, JdbcChatMemoryProperties, ToolCallingProperties)
export class PostgresMemoryAutoConfiguration {
  @Bean({ type: PostgresStore })
  @Lazy()
  @ConditionalOnMissingBean(PostgresStore)
  async postgresStore(
    current: PostgresChatMemoryProperties,
    jdbc: JdbcChatMemoryProperties,
    environment: Environment,
  ): Promise<PostgresStore> {
    const { migrate, openDatabase } = await import('@toolwright/memory-postgres');
    const properties = isAnySet(environment, PostgresChatMemoryProperties) ? current : jdbc;
    const { url, username, password, maxConnections, timeout, initializeSchema } = properties;
    const database = openDatabase({
      ...(url !== undefined && { url }),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      maxConnections,
      timeout,
    });
    const store = new PostgresStore(database, properties);
    if (initializeSchema === 'always' || (initializeSchema === 'embedded' && database.embedded)) {
      try {
        await migrate(database, store.tables);
      } catch (error) {
        await store.close();
        throw error;
      }
    }
    return store;
  }

  @Bean({ type: ChatMemoryRepository })
  @ConditionalOnMemoryStore('postgres', PACKAGE)
  @ConditionalOnMissingBean(ChatMemory, ChatMemoryRepository)
  async postgresChatMemoryRepository({ database, properties, tables }: PostgresStore): Promise<ChatMemoryRepository> {
    const { PostgresChatMemoryRepository } = await import('@toolwright/memory-postgres');
    const { timeToLive } = properties;
    return new PostgresChatMemoryRepository(database, { ...tables, ...(timeToLive !== undefined && { timeToLive }) });
  }

  @Bean({ type: ToolResultRepository })
  @ConditionalOnProperty('tools.results.offload-over')
  @ConditionalOnProperty('tools.results.type', { havingValue: 'postgres' })
  @ConditionalOnMissingBean(ToolResultRepository)
  async postgresToolResultRepository(
    { database, tables }: PostgresStore,
    { results }: ToolCallingProperties,
  ): Promise<ToolResultRepository> {
    const { PostgresToolResultRepository } = await import('@toolwright/memory-postgres');
    return new PostgresToolResultRepository(database, { ...tables, ttl: results.ttl });
  }

  @Bean({ type: PendingTurnRepository })
  @ConditionalOnProperty('chat.client.approvals.repository.type', { havingValue: 'postgres' })
  @ConditionalOnMissingBean(PendingTurnRepository)
  async postgresPendingTurnRepository({ database, tables }: PostgresStore): Promise<PendingTurnRepository> {
    const { PostgresPendingTurnRepository } = await import('@toolwright/memory-postgres');
    return new PostgresPendingTurnRepository(database, tables);
  }
}
