import { IllegalStateException, isToolwrightException, StoreException } from '@toolwright/core';
import type { SqlDatabase, SqlResult, SqlSession } from './SqlDatabase.js';
import { type TableOptions, Tables } from './Tables.js';

/** Between two looks at a whole table for what is expired, in milliseconds. */
const SWEEP_INTERVAL = 60_000;
/** SQLSTATE of a table or schema that does not exist. */
const MISSING = new Set(['42P01', '3F000']);

/** SQLSTATE of a column that does not exist. */
const MISSING_COLUMN = '42703';
/** What is said of a connection that ends while an answer is awaited: by the server, by the network, by the client. */
const BROKEN_CODES = /^(57P0[12]|08\d{3}|ECONNRESET|EPIPE)$/;
const BROKEN_MESSAGES = /^Connection terminated|connection error and is not queryable/;

/** The tables of one repository: names filled in, failures as `StoreException`. @internal */
export class SqlStore {
  readonly #database: SqlDatabase;
  readonly #tables: Tables;
  readonly #filled = new Map<string, string>();
  #nextSweep = 0;

  constructor(database: SqlDatabase, options?: TableOptions) {
    this.#database = database;
    this.#tables = new Tables(options);
  }

  /** SQL with the names in braces replaced by those of our tables. */
  sql(text: string): string {
    let filled = this.#filled.get(text);
    if (filled === undefined) this.#filled.set(text, (filled = this.#tables.fill(text)));
    return filled;
  }

  /** @param operation for error messages, such as `read a conversation` */
  async query<Row>(operation: string, text: string, values: readonly unknown[] = []): Promise<SqlResult<Row>> {
    return this.#guard(operation, () => this.#database.query<Row>(text, values));
  }

  async transaction<T>(operation: string, work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#guard(operation, () => this.#database.transaction(work));
  }

  /** {@link query} that is the same twice as once, and is sent again if the connection breaks before the answer. */
  async repeat<Row>(operation: string, text: string, values: readonly unknown[] = []): Promise<SqlResult<Row>> {
    return this.#twice(operation, () => this.query<Row>(operation, text, values));
  }

  /** {@link transaction} that is the same twice as once, as {@link repeat}. */
  async repeatTransaction<T>(operation: string, work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#twice(operation, () => this.transaction(operation, work));
  }

  /** Whether it is time to delete what is expired; at most once a minute. */
  isSweepDue(): boolean {
    const now = Date.now();
    if (now < this.#nextSweep) return false;
    this.#nextSweep = now + SWEEP_INTERVAL;
    return true;
  }

  async #twice<T>(operation: string, work: () => Promise<T>): Promise<T> {
    let first: StoreException;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreException) || !isBroken(error.cause as Failure)) throw error;
      first = error;
    }
    try {
      return await work();
    } catch (error) {
      // The first try may have succeeded, whatever became of the second one.
      if (!(error instanceof StoreException) || !first.mayHaveHappened || error.mayHaveHappened) throw error;
      throw new StoreException(error.store, operation, true, { cause: error.cause });
    }
  }

  async #guard<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isToolwrightException(error)) throw error;
      const failure = error as Failure;
      const isMissing = MISSING.has(failure.code ?? '');
      const cause =
        isMissing || failure.code === MISSING_COLUMN
          ? new IllegalStateException(
              `the tables ${isMissing ? 'do not exist' : 'are those of an earlier version'} in the schema ` +
                `${this.#tables.schema}; call migrate(), or set ` +
                'chat.memory.repository.postgres.initialize-schema=always',
              { cause: error },
            )
          : error;
      throw new StoreException(this.#database.description, operation, mayHaveHappened(failure), { cause });
    }
  }
}

/** What errors of pg and of Node.js say. */
interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly severity?: string;
  readonly syscall?: string;
}

function isBroken({ code = '', message = '', syscall }: Failure): boolean {
  return syscall !== 'connect' && (BROKEN_CODES.test(code) || BROKEN_MESSAGES.test(message));
}

/** The server tells what it did not do, and nothing was sent where there was no connection. */
function mayHaveHappened({ severity, syscall, message = '' }: Failure): boolean {
  return severity === undefined && syscall !== 'connect' && !/time.?out.*connect|connection timeout/i.test(message);
}
