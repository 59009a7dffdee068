/** Where Redis is and how it is spoken to. */
export interface RedisConnectionOptions {
  /** `redis[s]://[[username][:password]@]host[:port][/database]`; what is given beside it comes first. */
  readonly url?: string;
  /** Default `localhost`. */
  readonly host?: string;
  /** Default 6379. */
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  /** Number of the database; default 0. */
  readonly database?: number;
  /**
   * Milliseconds after which an operation fails that the server has not answered; default 5000. While the server is away
   * operations wait that long for it to come back.
   */
  readonly timeout?: number;
}
