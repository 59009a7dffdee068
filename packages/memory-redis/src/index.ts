export { type RedisPendingTurnOptions, RedisPendingTurnRepository } from './approval/RedisPendingTurnRepository.js';
export { RedisConnection } from './connection/RedisConnection.js';
export type {
  RedisClusterClient,
  RedisConnectionOptions,
  RedisServerClient,
} from './connection/RedisConnectionOptions.js';
export type { RedisScript } from './connection/RedisScript.js';
export { type RedisChatMemoryOptions, RedisChatMemoryRepository } from './memory/RedisChatMemoryRepository.js';
export { type RedisToolResultOptions, RedisToolResultRepository } from './results/RedisToolResultRepository.js';
