import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { PGlite, Results } from '@electric-sql/pglite';
import { IllegalStateException, requireState } from '@toolwright/core';
import { lockFolder } from './lockFolder.js';
import { SqlDatabase, type SqlResult, type SqlSession } from './SqlDatabase.js';

/**
 * PostgreSQL in this process, by the package `@electric-sql/pglite`: nothing to install or to start. Its folder belongs to
 * one process at a time. It is opened at the first statement, which takes a second or more.
 */
export class PGliteDatabase extends SqlDatabase {
  override readonly description: string;
  override readonly embedded = true;
  readonly #folder: string | undefined;
  #database: Promise<PGlite> | undefined;
  #closed = false;
  #unlock: (() => Promise<void>) | undefined;

  /** @param folder where the data is kept; left out for data that ends with this process */
  constructor(folder?: string) {
    super();
    this.#folder = folder === undefined ? undefined : resolve(folder);
    this.description = `PGlite in ${this.#folder ?? 'memory'}`;
  }

  /** @throws {IllegalStateException} if the package is not installed, or another process uses the folder */
  override async query<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<SqlResult<Row>> {
    return resultOf(await (await this.#open()).query<Row>(text, [...values]));
  }

  override async transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const database = await this.#open();
    return database.transaction((transaction) =>
      work({
        query: async <Row>(text: string, values: readonly unknown[] = []) =>
          resultOf(await transaction.query<Row>(text, [...values])),
      }),
    );
  }

  override async close(): Promise<void> {
    this.#closed = true;
    const database = await this.#database?.catch(() => undefined);
    if (database && !database.closed) await database.close();
    await this.#unlock?.();
    this.#unlock = undefined;
  }

  #open(): Promise<PGlite> {
    requireState(!this.#closed, `${this.description} is closed`);
    this.#database ??= this.#load();
    return this.#database;
  }

  async #load(): Promise<PGlite> {
    try {
      const { PGlite: Database } = await importPGlite();
      if (this.#folder !== undefined) {
        await mkdir(dirname(this.#folder), { recursive: true });
        this.#unlock = await lockFolder(this.#folder);
      }
      return await Database.create(this.#folder === undefined ? {} : { dataDir: this.#folder });
    } catch (error) {
      this.#database = undefined;
      await this.#unlock?.();
      this.#unlock = undefined;
      throw error;
    }
  }
}

async function importPGlite(): Promise<typeof import('@electric-sql/pglite')> {
  try {
    return await import('@electric-sql/pglite');
  } catch (error) {
    throw new IllegalStateException(
      'PostgreSQL in this process needs a package that is not installed: npm install @electric-sql/pglite',
      { cause: error },
    );
  }
}

function resultOf<Row>({ rows, affectedRows }: Results<Row>): SqlResult<Row> {
  return { rows, rowCount: affectedRows ?? rows.length };
}
