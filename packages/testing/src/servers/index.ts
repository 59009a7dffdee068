export { LossyProxy } from './LossyProxy.js';
export { isPostgresInstalled, startPostgres } from './startPostgres.js';
export { isRedisInstalled, startRedis } from './startRedis.js';
export type { TestServer } from './TestServer.js';
