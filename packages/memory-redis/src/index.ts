export { RedisConnection } from './connection/RedisConnection.js';
export type { RedisConnectionOptions } from './connection/RedisConnectionOptions.js';
export type { RedisScript } from './connection/RedisScript.js';
export { RedisChatMemoryRepository, type RedisChatMemoryOptions } from './memory/RedisChatMemoryRepository.js';
