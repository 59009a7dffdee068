import type { ChatMemoryRepository, PendingTurnRepository } from '@toolwright/chat';
import {
  migrate,
  PostgresChatMemoryRepository,
  PostgresDatabase,
  PostgresPendingTurnRepository,
} from '@toolwright/memory-postgres';
import { RedisChatMemoryRepository, RedisConnection, RedisPendingTurnRepository } from '@toolwright/memory-redis';

/** The repositories of one server, over one connection or pool. */
export interface Store {
  readonly conversations: ChatMemoryRepository;
  readonly turns: PendingTurnRepository;
  close(): Promise<void>;
}

/** Connects to Redis or PostgreSQL, whose tables are made where they are missing. */
export async function openStore(url: string, timeout = 20_000): Promise<Store> {
  if (url.startsWith('redis:')) {
    const connection = new RedisConnection({ url, timeout });
    return {
      conversations: new RedisChatMemoryRepository(connection),
      turns: new RedisPendingTurnRepository(connection),
      close: () => connection.close(),
    };
  }
  const database = new PostgresDatabase({ url, timeout });
  await migrate(database);
  return {
    conversations: new PostgresChatMemoryRepository(database),
    turns: new PostgresPendingTurnRepository(database),
    close: () => database.close(),
  };
}
