import type { SqlDatabase, TableOptions } from '@toolwright/memory-postgres';
import type { PostgresChatMemorySettings } from './PostgresChatMemoryProperties.js';

/** The database that all repositories in PostgreSQL share; its connections end with the context. */
export class PostgresStore {
  constructor(
    readonly database: SqlDatabase,
    readonly properties: PostgresChatMemorySettings,
  ) {}

  get tables(): TableOptions {
    const { schema, tablePrefix } = this.properties;
    return { schema, tablePrefix };
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}
