import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { IllegalStateException, LoggerFactory } from '@toolwright/core';
import type { SqlDatabase, SqlSession } from '../database/SqlDatabase.js';
import { type TableOptions, Tables } from '../database/Tables.js';

const logger = LoggerFactory.getLogger('toolwright.memory.postgres');

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Of the advisory lock, so that processes that start at the same time migrate one after the other. */
const LOCK = 7_202_511_001;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Brings the tables up to date: runs the SQL files of the folder `migrations` of this package that the database has not
 * seen yet, in the order of their numbers, all in one transaction. Any number of processes may call it at the same time.
 *
 * @returns the names of the files that were run
 * @throws {IllegalStateException} if a file that was run before has been changed since
 */
export async function migrate(database: SqlDatabase, options: TableOptions = {}): Promise<readonly string[]> {
  const tables = new Tables(options);
  const migrations = await readMigrations();
  const applied = await database.transaction(async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await session.query(`CREATE SCHEMA IF NOT EXISTS "${tables.schema}"`);
    await session.query(
      tables.fill(`CREATE TABLE IF NOT EXISTS {migration} (
        version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL
      )`),
    );
    const done = await session.query<{ version: number; checksum: string }>(
      tables.fill('SELECT version, checksum FROM {migration}'),
    );
    const known = new Map(done.rows.map(({ version, checksum }) => [version, checksum]));
    const missing = migrations.filter(({ version }) => !known.has(version));
    for (const { version, name, checksum } of migrations) {
      if ((known.get(version) ?? checksum) === checksum) continue;
      throw new IllegalStateException(
        `The migration ${name} was run on ${database.description} in another form than it has now.`,
      );
    }
    for (const migration of missing) await run(session, tables, migration);
    return missing.map(({ name }) => name);
  });
  if (applied.length > 0) logger.info(`Migrated ${database.description}: ${applied.join(', ')}`);
  return applied;
}

async function run(session: SqlSession, tables: Tables, { version, name, sql, checksum }: Migration): Promise<void> {
  // One statement at a time: with values a database takes no more.
  for (const statement of sql.split(/;\s*$/m)) if (statement.trim() !== '') await session.query(tables.fill(statement));
  const insert = 'INSERT INTO {migration} (version, name, checksum, applied_at) VALUES ($1, $2, $3, now())';
  await session.query(tables.fill(insert), [version, name, checksum]);
}

async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d+-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(`${FOLDER}${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return {
        version: Number.parseInt(name, 10),
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}
