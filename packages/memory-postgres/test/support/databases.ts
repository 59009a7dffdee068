import { describe } from '@jest/globals';
import { PGliteDatabase, PostgresDatabase, type SqlDatabase } from '@toolwright/memory-postgres';
import { isPostgresInstalled, startPostgres, type TestServer } from '@toolwright/testing/servers';

/** `describe`, skipped where no PostgreSQL is installed. */
export const describePostgres: (name: string, body: () => void) => void = isPostgresInstalled()
  ? describe
  : describe.skip;

/** A database of a suite. */
export interface TestDatabase {
  readonly database: SqlDatabase;
  stop(): Promise<void>;
}

/** A new server of its own. */
export async function startedServer(): Promise<TestDatabase & { readonly server: TestServer }> {
  const server = await startPostgres();
  const database = new PostgresDatabase({ url: server.url, timeout: 30_000 });
  return {
    database,
    server,
    async stop() {
      await database.close();
      await server.stop();
    },
  };
}

/** A new database in this process, without a folder. */
export async function embedded(): Promise<TestDatabase> {
  const database = new PGliteDatabase();
  return { database, stop: () => database.close() };
}
