import { setTimeout as sleep } from 'node:timers/promises';
import {
  IllegalStateException,
  lazyPackage,
  LoggerFactory,
  requireArgument,
  requireState,
  StoreException,
} from '@toolwright/core';
import type * as Redis from 'redis';
import type { RedisClusterClient, RedisConnectionOptions, RedisServerClient } from './RedisConnectionOptions.js';
import type { RedisScript } from './RedisScript.js';

const logger = LoggerFactory.getLogger('toolwright.memory.redis');
const redis = lazyPackage<typeof Redis>('redis', import.meta.url);

type Client = Redis.RedisClientType;

/** Sends a command to the server that has the key. */
type Send = (firstKey: string | undefined, command: string[], abortSignal: AbortSignal) => Promise<unknown>;

const DEFAULT_TIMEOUT = 5000;
/** Milliseconds; short enough for the next turn to find a server that is back. */
const MAX_RECONNECT_DELAY = 500;
/** Milliseconds between two looks at a server that has been started just now. */
const LOADING_DELAY = 50;
/** Where a script's first key is in the command that runs it. */
const KEY = 3;

/**
 * One connection to a Redis server, which any number of repositories share. It is opened at the first operation, and again
 * whenever it breaks: operations wait for that, up to the timeout. One instance serves any number of concurrent turns.
 */
export class RedisConnection {
  /** The server for people, without credentials. */
  readonly description: string;
  readonly #options: Redis.RedisClientOptions;
  readonly #timeout: number;
  #client: Client | undefined;
  #connecting: Promise<Send> | undefined;
  #closed = false;
  /** Why there is no connection at the moment. */
  #lastError: Error | undefined;

  /** @throws {IllegalArgumentException} `timeout must be greater than 0`; `url` is no address of a Redis server */
  constructor(options: RedisConnectionOptions = {}) {
    const { client, url, username, password, database, timeout = DEFAULT_TIMEOUT } = options;
    requireArgument(timeout > 0, 'timeout must be greater than 0');
    const address = addressOf(options);
    this.description = client ? descriptionOf(client) : `Redis at ${address.host}:${address.port}`;
    this.#timeout = timeout;
    if (client) this.#connecting = Promise.resolve(sendOf(client));
    this.#options = {
      ...(url !== undefined && { url }),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
      commandOptions: { timeout: 0 },
      socket: {
        ...address,
        connectTimeout: timeout,
        // What the server refuses, such as a password, it will refuse again.
        reconnectStrategy: (retries, cause) =>
          cause instanceof redis().ErrorReply ? cause : Math.min(20 * 2 ** retries, MAX_RECONNECT_DELAY),
      },
    };
  }

  /**
   * Runs a script; one that is repeatable a second time if the connection breaks before the answer is there.
   *
   * @param keys the keys that it touches, as KEYS
   * @param args as ARGV
   * @returns what it returns: lists, texts, integers, null
   * @throws {StoreException} if the server does not answer in time, breaks the connection or reports an error
   * @throws {IllegalStateException} after {@link close}
   */
  async run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[] = []): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    const timeout = AbortSignal.timeout(this.#timeout);
    try {
      return await this.#eval(script, rest, timeout);
    } catch (error) {
      const isBroken = error instanceof StoreException && error.mayHaveHappened && !timeout.aborted;
      if (!isBroken || !script.isRepeatable) throw error;
      return await this.#evalAgain(script, rest, timeout);
    }
  }

  /** Ends the connection when what was sent is answered, at the latest after the timeout. Further operations fail. */
  async close(): Promise<void> {
    this.#closed = true;
    // Nobody waits for a connection any more that is not open yet.
    this.#connecting?.catch(() => undefined);
    const client = this.#client;
    if (client?.isReady) {
      const patience = new AbortController();
      const late = sleep(this.#timeout, 'late', { signal: patience.signal }).catch(() => 'closed');
      const outcome = await Promise.race([client.close(), late]);
      patience.abort();
      if (outcome === 'late') client.destroy();
    } else if (client?.isOpen) client.destroy();
  }

  async #eval(script: RedisScript, rest: readonly string[], timeout: AbortSignal): Promise<unknown> {
    let command = ['EVALSHA', script.sha, ...rest];
    for (;;) {
      try {
        return await this.#send(script, command, timeout);
      } catch (error) {
        const refusal = error instanceof StoreException ? refusalOf(error.cause) : null;
        if (refusal === 'NOSCRIPT') command = ['EVAL', script.source, ...rest];
        else if (refusal === 'LOADING' && !timeout.aborted) await sleep(LOADING_DELAY);
        else throw refusal === 'CLUSTER' ? this.#clusterFailure(script, error as StoreException) : error;
      }
    }
  }

  #clusterFailure({ operation }: RedisScript, { cause: error }: StoreException): StoreException {
    const cause = new IllegalStateException(
      'it is a cluster, where all keys of a repository must be in one slot. Give RedisConnection a `client` of createCluster, ' +
        'and the key prefix and the name of the index a common hash tag, such as {chat}',
      { cause: error },
    );
    return new StoreException(this.description, operation, false, { cause });
  }

  /** The first try may have succeeded, whatever becomes of this one. */
  async #evalAgain(script: RedisScript, rest: readonly string[], timeout: AbortSignal): Promise<unknown> {
    try {
      return await this.#eval(script, rest, timeout);
    } catch (error) {
      if (!(error instanceof StoreException) || error.mayHaveHappened) throw error;
      throw new StoreException(this.description, script.operation, true, { cause: error.cause });
    }
  }

  async #send({ operation }: RedisScript, command: string[], timeout: AbortSignal): Promise<unknown> {
    requireState(!this.#closed, `The connection to ${this.description} is closed`);
    const silence = silenceOf(timeout);
    let sent = false;
    try {
      this.#connecting ??= this.#open();
      const send = await Promise.race([this.#connecting, silence.promise]);
      sent = true;
      return await Promise.race([send(command[KEY], command, timeout), silence.promise]);
    } catch (error) {
      const { AbortError, ClientClosedError, ErrorReply, ReconnectStrategyError } = redis();
      const undone = [AbortError, ClientClosedError, ErrorReply, ReconnectStrategyError];
      const mayHaveHappened = sent && !undone.some((type) => error instanceof type);
      const tells = mayHaveHappened || error instanceof ErrorReply;
      const cause = tells ? error : (this.#lastError ?? (error instanceof AbortError ? silence.error : error));
      throw new StoreException(this.description, operation, mayHaveHappened, { cause });
    } finally {
      silence.release();
    }
  }

  /** Resolves when the connection is open; one that breaks later is opened again by the client itself. */
  async #open(): Promise<Send> {
    const client = redis().createClient(this.#options) as Client;
    this.#client = client;
    client.on('error', (error: Error) => {
      if (this.#lastError?.message !== error.message) {
        logger.warn(`No connection to ${this.description}`, { err: error });
      }
      this.#lastError = error;
    });
    client.on('ready', () => {
      if (this.#lastError) logger.info(`Connected to ${this.description} again`);
      this.#lastError = undefined;
    });
    // The client has given up: the next operation begins anew.
    client.on('terminated', () => (this.#connecting = undefined));
    await client.connect();
    return sendOf(client);
  }
}

function addressOf({ url, host, port }: RedisConnectionOptions): { readonly host: string; readonly port: number } {
  requireArgument(
    url === undefined || (URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)),
    'url must have the form redis[s]://[[username][:password]@]host[:port][/database]',
  );
  const parsed = url === undefined ? undefined : new URL(url);
  return { host: host ?? (parsed?.hostname || 'localhost'), port: port ?? Number(parsed?.port || 6379) };
}

function sendOf(client: RedisServerClient | RedisClusterClient): Send {
  return isCluster(client)
    ? (firstKey, command, abortSignal) => client.sendCommand(firstKey, false, command, { abortSignal })
    : (_firstKey, command, abortSignal) => client.sendCommand(command, { abortSignal });
}

function descriptionOf(client: RedisServerClient | RedisClusterClient): string {
  return isCluster(client) ? 'Redis cluster' : 'Redis';
}

function isCluster(client: RedisServerClient | RedisClusterClient): client is RedisClusterClient {
  return 'masters' in client;
}

/** What the server answers instead of doing anything: it does not know the script, still reads its data, or is a cluster. */
function refusalOf(error: unknown): 'NOSCRIPT' | 'LOADING' | 'CLUSTER' | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  if (message.startsWith('NOSCRIPT')) return 'NOSCRIPT';
  if (message.startsWith('LOADING')) return 'LOADING';
  return ELSEWHERE.test(message) ? 'CLUSTER' : null;
}

/** How a node of a cluster says that keys are in several slots, or on another node. */
const ELSEWHERE = /^(CROSSSLOT|MOVED|ASK)\b|Script attempted to access .*(non local|same slot)/;

/** Rejects a little after the signal has fired, when an operation that was not sent yet has failed for itself. */
function silenceOf(signal: AbortSignal): {
  readonly promise: Promise<never>;
  readonly error: Error;
  readonly release: () => void;
} {
  const error = new Error('it did not answer in time');
  let release = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    const listener = (): void => void setImmediate(reject, error);
    signal.addEventListener('abort', listener, { once: true });
    release = () => {
      signal.removeEventListener('abort', listener);
    };
  });
  return { promise, error, release };
}
