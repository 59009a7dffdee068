import { PGliteDatabase } from './PGliteDatabase.js';
import { PostgresDatabase, type PostgresDatabaseOptions } from './PostgresDatabase.js';
import type { SqlDatabase } from './SqlDatabase.js';

const PGLITE = 'pglite:';

/**
 * The database that `url` names: `pglite:folder` for one in this process with its data in that folder, `pglite:` for one
 * without a folder, everything else for a server. Nothing is opened yet.
 */
export function openDatabase(options: PostgresDatabaseOptions = {}): SqlDatabase {
  const { url } = options;
  if (!url?.startsWith(PGLITE)) return new PostgresDatabase(options);
  const folder = url.slice(PGLITE.length);
  return folder === '' ? new PGliteDatabase() : new PGliteDatabase(folder);
}
