import { describe } from '@jest/globals';
import { isRedisInstalled } from '@toolwright/testing/servers';
import { createClient } from 'redis';

/** `describe`, skipped where no redis-server is installed. */
export const describeRedis: (name: string, body: () => void) => void = isRedisInstalled() ? describe : describe.skip;

/** A connection of its own, for looking at keys. */
export async function redisClient(url: string) {
  return createClient({ url }).connect();
}
