import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IllegalStateException, LoggerFactory, requireText } from '@toolwright/core';
import { describeError } from '../call/describeError.js';
import { type McpStoredAuthorization, McpTokenStore } from './McpTokenStore.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** Milliseconds after which a lock that its process does not keep alive counts as left behind. */
const STALE_LOCK = 5000;
/** Milliseconds; longer than a lock that was left behind is in the way. */
const LONGEST_WAIT = 15_000;

type Entries = Readonly<Record<string, McpStoredAuthorization>>;

/**
 * Keeps tokens in a JSON file that only its owner can read (mode 0600). A new file replaces the old one in one step, so
 * nobody ever reads half of it; other entries of the file stay, also those that other processes write at the same moment: a
 * lock beside the file keeps them apart. On Windows the folder of the user has to keep others out.
 */
export class FileMcpTokenStore extends McpTokenStore {
  readonly #path: string;
  #saving: Promise<void> = Promise.resolve();

  /** @param path of the file; missing folders are made, for their owner only */
  constructor(path: string) {
    super();
    this.#path = requireText(path, 'Path of the token store must not be empty');
  }

  /** @throws {IllegalStateException} if the file cannot be read or holds something else */
  override async load(key: string): Promise<McpStoredAuthorization | undefined> {
    await this.#saving;
    return (await this.#read())[key];
  }

  /** @throws {IllegalStateException} if the file cannot be read, or other processes do not let go of it */
  override save(key: string, authorization: McpStoredAuthorization): Promise<void> {
    const saved = this.#saving.then(() => this.#locked(() => this.#replace(key, authorization)));
    // A failed save is reported to its caller and does not keep the next one from trying.
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** Runs `work` while no other process does the same. */
  async #locked(work: () => Promise<void>): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const release = await this.#lock();
    try {
      await work();
    } finally {
      // A lock that was lost is not ours to end.
      await release().catch(() => undefined);
    }
  }

  async #lock(): Promise<() => Promise<void>> {
    const { lock } = (await import('proper-lockfile')).default;
    const options = {
      realpath: false,
      stale: STALE_LOCK,
      onCompromised: (error: Error) => {
        // Without a handler it would end the process; what is written is whole all the same.
        logger.warn(`The lock of the token store ${this.#path} was lost: ${describeError(error)}`);
      },
    };
    for (const end = performance.now() + LONGEST_WAIT; ; ) {
      try {
        return await lock(this.#path, options);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ELOCKED' || performance.now() > end) {
          throw new IllegalStateException(`The token store ${this.#path} cannot be locked for writing`, { cause });
        }
      }
      await delay(10 + 30 * Math.random());
    }
  }

  async #replace(key: string, authorization: McpStoredAuthorization): Promise<void> {
    const { [key]: _old, ...others } = await this.#read();
    const filled = authorization.tokens !== undefined || authorization.client !== undefined;
    const entries: Entries = filled ? { ...others, [key]: authorization } : others;
    const draft = `${this.#path}.${crypto.randomUUID()}`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(entries, null, 2)}\n`);
      } finally {
        await file.close();
      }
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async #read(): Promise<Entries> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new IllegalStateException(`Failed to read the token store ${this.#path}`, { cause: error });
    }
    const entries = parse(text);
    // The parser's message would quote the text, which is secret.
    if (entries === undefined) throw new IllegalStateException(`The token store ${this.#path} holds no JSON object`);
    return entries;
  }
}

function parse(text: string): Entries | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entries) : undefined;
  } catch {
    return undefined;
  }
}
