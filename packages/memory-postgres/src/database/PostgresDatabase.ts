import { lazyPackage, LoggerFactory, requireArgument, requireState } from '@toolwright/core';
import type * as Pg from 'pg';
import { SqlDatabase, type SqlResult, type SqlSession } from './SqlDatabase.js';

const logger = LoggerFactory.getLogger('toolwright.memory.postgres');
const pg = lazyPackage<typeof Pg>('pg', import.meta.url);

const DEFAULT_TIMEOUT = 5000;
const DEFAULT_MAX_CONNECTIONS = 10;

/** Where a PostgreSQL server is and how it is spoken to. What is left out comes from PGHOST, PGUSER and so on. */
export interface PostgresDatabaseOptions {
  /** `postgres[ql]://[user[:password]@]host[:port]/database[?sslmode=…]`. */
  readonly url?: string;
  readonly username?: string;
  readonly password?: string;
  /** Connections that are open at the same time at most; default 10. */
  readonly maxConnections?: number;
  /** Milliseconds after which a statement fails, waiting for a connection not counted, and as many for that; default 5000. */
  readonly timeout?: number;
}

/**
 * A PostgreSQL server behind a pool of connections, which are opened when they are needed. A connection that breaks is
 * replaced by itself.
 */
export class PostgresDatabase extends SqlDatabase {
  override readonly description: string;
  override readonly embedded = false;
  readonly #config: Pg.PoolConfig;
  #pool: Pg.Pool | undefined;
  #closed = false;

  /** @throws {IllegalArgumentException} `timeout must be greater than 0`; `url` is no address of a PostgreSQL server */
  constructor(options: PostgresDatabaseOptions = {}) {
    super();
    const { url, username, password, timeout = DEFAULT_TIMEOUT, maxConnections = DEFAULT_MAX_CONNECTIONS } = options;
    requireArgument(timeout > 0, 'timeout must be greater than 0');
    requireArgument(maxConnections > 0, 'maxConnections must be greater than 0');
    const address = url === undefined ? undefined : addressOf(url);
    // Credentials of the url would hide those that are given beside it.
    if (address && username !== undefined) address.username = encodeURIComponent(username);
    if (address && password !== undefined) address.password = encodeURIComponent(password);
    this.description = `PostgreSQL at ${address ? `${address.host}${address.pathname}` : (process.env['PGHOST'] ?? 'localhost')}`;
    this.#config = {
      ...(address ? { connectionString: address.href } : {}),
      ...(username !== undefined && { user: username }),
      ...(password !== undefined && { password }),
      max: maxConnections,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      statement_timeout: timeout,
      allowExitOnIdle: true,
      application_name: 'toolwright',
    };
  }

  override async query<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<SqlResult<Row>> {
    return resultOf<Row>(await this.#open().query(text, [...values]));
  }

  override async transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const client = await this.#open().connect();
    let broken: boolean = true;
    // What breaks while the connection is ours fails the statements; without a listener it would end the process too.
    client.on('error', ignore);
    try {
      await client.query('BEGIN');
      const result = await work({
        query: async <Row>(text: string, values: readonly unknown[] = []) =>
          resultOf<Row>(await client.query(text, [...values])),
      });
      await client.query('COMMIT');
      broken = false;
      return result;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => (broken = false),
        () => undefined,
      );
      throw error;
    } finally {
      client.release(broken);
      // A broken one may still report its end.
      if (!broken) client.removeListener('error', ignore);
    }
  }

  override async close(): Promise<void> {
    this.#closed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  #open(): Pg.Pool {
    requireState(!this.#closed, `The connection to ${this.description} is closed`);
    if (!this.#pool) {
      this.#pool = new (pg().Pool)(this.#config);
      // An idle connection broke; the pool has dropped it.
      this.#pool.on('error', (error) => logger.warn(`A connection to ${this.description} broke`, { err: error }));
    }
    return this.#pool;
  }
}

function ignore(): void {}

function addressOf(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  requireArgument(
    address !== undefined && /^postgres(ql)?:$/.test(address.protocol),
    'url must have the form postgres[ql]://[user[:password]@]host[:port]/database, or pglite:folder',
  );
  return address;
}

function resultOf<Row>({ rows, rowCount }: Pg.QueryResult): SqlResult<Row> {
  return { rows: rows as readonly Row[], rowCount: rowCount ?? 0 };
}
