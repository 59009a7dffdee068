/** A client for one server, as `createClient` of the package `redis` makes it. */
export interface RedisServerClient {
  sendCommand(command: readonly string[], options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
}

/** A client for a cluster, as `createCluster` of the package `redis` makes it. */
export interface RedisClusterClient {
  readonly masters: readonly unknown[];
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    command: string[],
    options?: { readonly abortSignal?: AbortSignal },
  ): Promise<unknown>;
}

/** Where Redis is and how it is spoken to. */
export interface RedisConnectionOptions {
  /**
   * A client that is there already; the settings below but `timeout` are those of a new one. Who made it opens it,
   * listens to its errors and closes it. Over a cluster all keys of a repository must be in one slot: their prefix, and the name
   * of the index, need a common hash tag such as `{chat}`.
   */
  readonly client?: RedisServerClient | RedisClusterClient;
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
