import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep, win32 } from 'node:path';
import { Component } from '@toolwright/boot';
import { ToolUserError } from '@toolwright/tools';
import fastGlob from 'fast-glob';
import { DocsRoot } from './DocsRoot.js';

/** Largest file that is read, in bytes. */
const MAX_FILE_BYTES = 2_000_000;
/** Bytes that are looked at to tell text from binary. */
const PROBE_BYTES = 8_192;
const MAX_PATTERN_LENGTH = 200;
/** Wildcards and alternatives multiply the work of matching, so a pattern may only have a few. */
const MAX_WILDCARDS = 12;
const MAX_ALTERNATIVE_GROUPS = 3;

/** Folders that hold what others wrote or what was built. */
export const IGNORED_FOLDERS: readonly string[] = ['**/node_modules/**', '**/dist/**', '**/dist-test/**'];

/** One entry of a folder. */
export interface FolderEntry {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  /** Null for a folder. */
  readonly bytes: number | null;
}

/** What is known of a file or folder. */
export interface FileFacts {
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly bytes: number;
  readonly modified: Date;
}

/**
 * Read access to one folder and nothing else. Every path is relative to it; a path that leaves it, by `..`, by being
 * absolute or through a symbolic link, is refused before anything is read, and so are hidden names such as `.env`.
 */
@Component()
export class ConfinedFolder {
  readonly #root: string;
  #realRoot: string | undefined;

  constructor(root: DocsRoot) {
    this.#root = resolve(root.root);
  }

  /**
   * The entries of a folder, sorted by path; hidden ones are left out.
   *
   * @throws {ToolUserError} if the path is refused or is no folder
   */
  async list(folder: string): Promise<FolderEntry[]> {
    const { real, path } = await this.#locate(folder);
    if (!(await stat(real)).isDirectory()) throw new ToolUserError(`'${path}' is a file. Pass a folder.`);
    const names = (await readdir(real)).filter((name) => !name.startsWith('.'));
    const entries = await Promise.all(names.map((name) => this.#entry(path === '.' ? name : `${path}/${name}`)));
    return entries.filter((entry) => entry !== null).sort((a, b) => compare(a.path, b.path));
  }

  /**
   * The files that a glob pattern selects, sorted by path. Built and installed folders are left out.
   *
   * @param pattern `*`, `**`, `?`, `[abc]` and `{a,b}` have their usual meaning, everything else stands for itself
   * @throws {ToolUserError} if the pattern leads out of the folder or is too complex
   */
  async find(pattern: string, folder = '.'): Promise<string[]> {
    const { real } = await this.#locate(folder);
    const paths = await fastGlob(checkPattern(pattern), {
      cwd: real,
      dot: false,
      extglob: false,
      followSymbolicLinks: false,
      caseSensitiveMatch: false,
      ignore: [...IGNORED_FOLDERS],
      suppressErrors: true,
    });
    const root = await this.#resolvedRoot();
    return paths.map((path) => toPosix(relative(root, join(real, path)))).sort(compare);
  }

  /**
   * A text file as UTF-8.
   *
   * @throws {ToolUserError} if the path is refused, is no file, is too large or is not text
   */
  async readText(path: string): Promise<string> {
    const located = await this.#locate(path);
    // The path is resolved already; a link that takes the file's place in between is not followed.
    const file = await open(located.real, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) throw new ToolUserError(`'${located.path}' is a folder. Pass a file.`);
      if (facts.size > MAX_FILE_BYTES) {
        throw new ToolUserError(
          `'${located.path}' has ${facts.size} bytes, at most ${MAX_FILE_BYTES} can be read. Choose a smaller file.`,
        );
      }
      const bytes = await file.readFile();
      return decode(bytes, located.path);
    } finally {
      await file.close();
    }
  }

  /**
   * Size, type and time of a file or folder.
   *
   * @throws {ToolUserError} if the path is refused or does not exist
   */
  async facts(path: string): Promise<FileFacts> {
    const located = await this.#locate(path);
    const facts = await stat(located.real);
    const type = facts.isDirectory() ? 'folder' : 'file';
    return { path: located.path, type, bytes: type === 'folder' ? 0 : facts.size, modified: facts.mtime };
  }

  /** Whether a path exists inside the folder; false for every path that is refused. */
  async contains(path: string): Promise<boolean> {
    return this.#locate(path).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ToolUserError) return false;
        throw error;
      },
    );
  }

  /** The folder itself, with symbolic links resolved. */
  async #resolvedRoot(): Promise<string> {
    this.#realRoot ??= await realpath(this.#root).catch((cause: unknown) => {
      throw new ToolUserError(`The folder '${this.#root}' does not exist. Set docs.root to an existing folder.`, {
        cause,
      });
    });
    return this.#realRoot;
  }

  async #entry(path: string): Promise<FolderEntry | null> {
    try {
      const { type, bytes } = await this.facts(path);
      return { path, type, bytes: type === 'file' ? bytes : null };
    } catch (error) {
      // A link that leads out of the folder or nowhere is not shown.
      if (error instanceof ToolUserError) return null;
      throw error;
    }
  }

  async #locate(path: string): Promise<{ readonly real: string; readonly path: string }> {
    const root = await this.#resolvedRoot();
    const inside = checkPath(path);
    const real = await realpath(join(root, inside)).catch((cause: unknown) => {
      throw new ToolUserError(`'${inside}' does not exist. List the folder to see what there is.`, { cause });
    });
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) throw refused(path);
    return { real, path: inside };
  }
}

/** By code unit, so that the order is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toPosix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

function refused(path: string): ToolUserError {
  return new ToolUserError(`'${path}' is outside the folder. Use a path relative to the folder, without '..'.`);
}

/** The path relative to the root in its shortest form; `.` for the root. */
function checkPath(path: string): string {
  const slashes = path.trim().replaceAll('\\', '/');
  if (slashes.includes('\0') || isAbsolute(slashes) || win32.isAbsolute(slashes) || /^[a-z]:/i.test(slashes)) {
    throw refused(path);
  }
  const segments: string[] = [];
  for (const segment of slashes.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) throw refused(path);
  }
  if (segments.some((segment) => segment.startsWith('.'))) {
    throw new ToolUserError(`'${path}' is hidden. Hidden files and folders cannot be read.`);
  }
  return segments.join('/') || '.';
}

function checkPattern(pattern: string): string {
  const slashes = pattern.trim().replaceAll('\\', '/');
  if (slashes.length === 0 || slashes.length > MAX_PATTERN_LENGTH) {
    throw new ToolUserError(`The pattern must have 1 to ${MAX_PATTERN_LENGTH} characters, for example **/*.md.`);
  }
  if (count(slashes, '*?[') > MAX_WILDCARDS || count(slashes, '{') > MAX_ALTERNATIVE_GROUPS) {
    throw new ToolUserError('The pattern has too many wildcards. Use a simpler one, for example **/*.md.');
  }
  const literal = checkPath(slashes);
  // Groups, negation and quantifiers would reach a regular expression: they are taken literally.
  return literal.replaceAll(/[()|+!$^@]/g, String.raw`\$&`).replaceAll('..', String.raw`\.\.`);
}

function count(text: string, characters: string): number {
  return Array.from(text).filter((character) => characters.includes(character)).length;
}

function decode(bytes: Buffer, path: string): string {
  const notText = new ToolUserError(`'${path}' is not a text file. Choose a file that holds text.`);
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) throw notText;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notText;
  }
}
