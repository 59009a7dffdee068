import { requireArgument } from '@toolwright/core';

/** Where the tables are. */
export interface TableOptions {
  /** The schema; default `toolwright`. */
  readonly schema?: string;
  /** In front of the name of each table and index; default none. */
  readonly tablePrefix?: string;
}

/** Leaves room for the longest of our names in the 63 characters that PostgreSQL allows. */
const SCHEMA = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const PREFIX = /^([A-Za-z_][A-Za-z0-9_]{0,24})?$/;
/** Indexes are named without their schema, which is that of their table. */
const INDEX = /CREATE (UNIQUE )?INDEX \{(\w+)\}/g;

/** Names of tables by schema and prefix. @internal */
export class Tables {
  readonly schema: string;
  readonly #prefix: string;

  /** @throws {IllegalArgumentException} for a schema or prefix that is no plain identifier or too long */
  constructor({ schema = 'toolwright', tablePrefix = '' }: TableOptions = {}) {
    requireArgument(SCHEMA.test(schema), `'${schema}' is no name of a schema: letters, digits and _, at most 63`);
    requireArgument(
      PREFIX.test(tablePrefix),
      `'${tablePrefix}' is no prefix of tables: letters, digits and _, at most 25`,
    );
    this.schema = schema;
    this.#prefix = tablePrefix;
  }

  /** The table as SQL. */
  name(table: string): string {
    return `"${this.schema}"."${this.#prefix}${table}"`;
  }

  /** SQL with the names in braces replaced: `{tool_result}`. */
  fill(sql: string): string {
    return sql
      .replace(
        INDEX,
        (_, unique: string | undefined, name: string) => `CREATE ${unique ?? ''}INDEX "${this.#prefix}${name}"`,
      )
      .replace(/\{(\w+)\}/g, (_, name: string) => this.name(name));
  }
}
