/** The rows that a statement returned, and how many it touched. */
export interface SqlResult<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

/** What runs statements: a database, or one transaction of it. */
export interface SqlSession {
  /**
   * Runs one statement.
   *
   * @param text SQL with `$1`, `$2` … for the values
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<SqlResult<Row>>;
}

/**
 * A PostgreSQL database, a server or PGlite in this process, as the repositories use it. One instance serves any number
 * of concurrent turns.
 */
export abstract class SqlDatabase implements SqlSession {
  /** Which database, for people, without credentials. */
  abstract readonly description: string;
  /** Whether the database lives in this process. */
  abstract readonly embedded: boolean;

  abstract query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<SqlResult<Row>>;

  /** Runs several statements, all of them or, if `work` fails, none; returns what `work` returns. */
  abstract transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;

  /** Ends all connections. Further statements fail. */
  abstract close(): Promise<void>;
}
