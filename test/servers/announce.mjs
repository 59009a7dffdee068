import { existsSync } from 'node:fs';

/** Says which servers the tests of stores start. The tests start them by themselves, each suite its own. */
export default async function announce() {
  const built = new URL('../../packages/testing/dist/servers/index.js', import.meta.url);
  if (!existsSync(built)) return;
  const { isPostgresInstalled, isRedisInstalled } = await import(built.href);
  const redis = isRedisInstalled() ? 'redis-server' : 'no redis-server is installed, its tests are skipped';
  const postgres = isPostgresInstalled() ? 'PostgreSQL and PGlite' : 'no PostgreSQL is installed, PGlite only';
  console.log(`\nStores are tested with: ${redis}; ${postgres}.`);
}
