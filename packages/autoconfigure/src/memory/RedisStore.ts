import type { RedisConnection } from '@toolwright/memory-redis';
import type { RedisChatMemorySettings } from './RedisChatMemoryProperties.js';

/** The connection that all repositories in Redis share; it ends with the context. */
export class RedisStore {
  constructor(
    readonly connection: RedisConnection,
    readonly properties: RedisChatMemorySettings,
  ) {}

  async close(): Promise<void> {
    await this.connection.close();
  }
}
