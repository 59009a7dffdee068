import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lazyPackage, requireArgument, requireText } from '@toolwright/core';
import { DEFAULT_TOOL_RESULT_TTL } from './InMemoryToolResultRepository.js';
import { ToolResultRepository } from './ToolResultRepository.js';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/** How a {@link FolderToolResultRepository} works. */
export interface FolderToolResultOptions {
  /** Milliseconds for which a result is kept; default one hour. */
  readonly ttl?: number;
}

/** Between two looks at the whole folder for what is expired. */
const SWEEP_INTERVAL = 60_000;

/**
 * Keeps each result in a file of a folder, so that results survive a restart and can be shared by the processes of one
 * machine. A conversation is a folder in it; names are hashes, so that no id or handle can leave the folder. Files and
 * folders are readable by their owner only. What is expired is deleted when something is saved, at most once a minute.
 */
export class FolderToolResultRepository extends ToolResultRepository {
  readonly #folder: string;
  readonly #ttl: number;
  #nextSweep = 0;

  /**
   * @param folder made when the first result is saved; its content belongs to this repository
   * @throws {IllegalArgumentException} `folder cannot be null or empty`, `ttl must be greater than 0`
   */
  constructor(folder: string, options: FolderToolResultOptions = {}) {
    super();
    this.#folder = resolve(requireText(folder, 'folder cannot be null or empty'));
    this.#ttl = options.ttl ?? DEFAULT_TOOL_RESULT_TTL;
    requireArgument(this.#ttl > 0, 'ttl must be greater than 0');
  }

  override async save(conversationId: string, handle: string, text: string): Promise<void> {
    const folder = this.#folderOf(conversationId);
    // Under another name first: a reader never sees half of it.
    const draft = join(this.#folder, `${crypto.randomUUID()}.tmp`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, text, { mode: 0o600 });
    try {
      await this.#moveInto(folder, draft, nameOf(handle));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await this.#sweep();
  }

  override async find(conversationId: string, handle: string): Promise<string | null> {
    const file = join(this.#folderOf(conversationId), nameOf(handle));
    return (await this.#isKept(file)) ? unlessMissing(readFile(file, 'utf8'), null) : null;
  }

  override async hasResults(conversationId: string): Promise<boolean> {
    const folder = this.#folderOf(conversationId);
    for (const name of await unlessMissing(readdir(folder), [])) {
      if (await this.#isKept(join(folder, name))) return true;
    }
    return false;
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    await rm(this.#folderOf(conversationId), { recursive: true, force: true });
  }

  #folderOf(conversationId: string): string {
    return join(this.#folder, nameOf(conversationId));
  }

  async #moveInto(folder: string, draft: string, name: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await rename(draft, join(folder, name));
        return;
      } catch (error) {
        // A sweep or a deletion may take the empty folder away in between.
        if (!isMissing(error) || attempt === 10) throw error;
      }
    }
  }

  async #isKept(file: string): Promise<boolean> {
    const stats = await unlessMissing(stat(file), null);
    return stats !== null && stats.mtimeMs + this.#ttl > Date.now();
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + Math.min(SWEEP_INTERVAL, this.#ttl);
    for (const entry of await unlessMissing(readdir(this.#folder, { withFileTypes: true }), [])) {
      const path = join(this.#folder, entry.name);
      if (!entry.isDirectory()) {
        // What a process left that ended while it wrote.
        if (!(await this.#isKept(path))) await rm(path, { force: true });
        continue;
      }
      for (const name of await unlessMissing(readdir(path), [])) {
        const file = join(path, name);
        if (!(await this.#isKept(file))) await rm(file, { force: true });
      }
      // Fails, as it should, where something is left.
      await rmdir(path).catch(() => undefined);
    }
  }
}

/** A name that is safe in every file system, whatever the id. */
function nameOf(id: string): string {
  return nodeCrypto().createHash('sha256').update(id).digest('hex');
}

async function unlessMissing<T, D>(reading: Promise<T>, missing: D): Promise<T | D> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return missing;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
