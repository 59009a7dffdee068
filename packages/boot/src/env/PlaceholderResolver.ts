import { readFileSync } from 'node:fs';
import { isSecretKey } from './isSecretKey.js';
import type { Origin } from './Origin.js';
import { PlaceholderResolutionException, type PlaceholderStep } from './PlaceholderResolutionException.js';

/** A value in which placeholders are not replaced yet. */
export interface RawValue {
  readonly value: string;
  readonly origin: Origin | undefined;
}

/** A text whose placeholders are replaced. */
export interface ResolvedText {
  readonly text: string;
  /** Whether a part of it came out of a file, or of a key that looks like one of a secret. */
  readonly secret: boolean;
}

/** What one replacement has gathered. */
interface Replacement {
  secret: boolean;
}

/** The start of a placeholder that stands for the content of a file. */
const FILE = 'file:';

/**
 * Replaces `${key}` and `${key:default}`, nested ones included; `\${` stands for a literal `${` (BS-16 to BS-18).
 * `${file:path}` and `${file:path:default}` stand for the content of a file, as secrets are mounted: without the line end
 * at its end, taken as it is, a relative path counted from the working directory.
 */
export class PlaceholderResolver {
  readonly #lookup: (key: string) => RawValue | undefined;

  /** @param lookup gives the value of a key as it was written */
  constructor(lookup: (key: string) => RawValue | undefined) {
    this.#lookup = lookup;
  }

  /**
   * @param start the key that `text` is the value of, for messages
   * @throws {PlaceholderResolutionException} for a placeholder without value and default, or a circular one, or a file
   *   that cannot be read
   */
  resolve(text: string, start?: PlaceholderStep): ResolvedText {
    if (!text.includes('${')) return { text, secret: false };
    const replacement: Replacement = { secret: false };
    return { text: this.#replace(text, start ? [start] : [], new Set(), replacement), secret: replacement.secret };
  }

  #replace(
    text: string,
    steps: readonly PlaceholderStep[],
    open: ReadonlySet<string>,
    replacement: Replacement,
  ): string {
    let result = '';
    let position = 0;
    while (position < text.length) {
      const start = text.indexOf('${', position);
      if (start < 0) break;
      if (start > 0 && text.charAt(start - 1) === '\\') {
        result += `${text.slice(position, start - 1)}\${`;
        position = start + 2;
        continue;
      }
      const end = closingBrace(text, start + 2);
      if (end < 0) break;
      result += text.slice(position, start) + this.#placeholder(text.slice(start + 2, end), steps, open, replacement);
      position = end + 1;
    }
    return result + text.slice(position);
  }

  #placeholder(
    inner: string,
    steps: readonly PlaceholderStep[],
    open: ReadonlySet<string>,
    replacement: Replacement,
  ): string {
    const isFile = inner.startsWith(FILE);
    const from = isFile ? FILE.length : 0;
    // The colon behind the letter of a drive belongs to the path.
    const drive = isFile && /^[A-Za-z]:[\\/]/.test(inner.slice(from)) ? 2 : 0;
    const colon = outerColon(inner, from + drive);
    const key = this.#replace(inner.slice(from, colon < 0 ? undefined : colon), steps, open, replacement);
    const fallback = colon < 0 ? undefined : inner.slice(colon + 1);
    if (isFile) return this.#file(key, fallback, steps, open, replacement);
    if (open.has(key)) throw new PlaceholderResolutionException(key, 'circular', steps);
    const raw = this.#lookup(key);
    if (raw) {
      if (isSecretKey(key)) replacement.secret = true;
      const step: PlaceholderStep = { key, origin: raw.origin };
      return this.#replace(raw.value, [...steps, step], new Set([...open, key]), replacement);
    }
    if (fallback !== undefined) return this.#replace(fallback, steps, open, replacement);
    throw new PlaceholderResolutionException(key, 'missing', steps);
  }

  #file(
    path: string,
    fallback: string | undefined,
    steps: readonly PlaceholderStep[],
    open: ReadonlySet<string>,
    replacement: Replacement,
  ): string {
    try {
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      replacement.secret = true;
      return content;
    } catch (cause) {
      const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      if (missing && fallback !== undefined) return this.#replace(fallback, steps, open, replacement);
      throw new PlaceholderResolutionException(FILE + path, 'unreadable', steps, { cause });
    }
  }
}

/**
 * Position of the `}` that closes a placeholder whose content starts at `from`; -1 if there is none. Braces in between
 * come in pairs, such as those of a default that is JSON; where they do not, only those of placeholders count.
 */
function closingBrace(text: string, from: number): number {
  const paired = matchingBrace(text, from, '{');
  return paired < 0 ? matchingBrace(text, from, '${') : paired;
}

function matchingBrace(text: string, from: number, opening: string): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text.startsWith(opening, index)) depth++;
    else if (text.charAt(index) === '}' && --depth === 0) return index;
  }
  return -1;
}

/** Position of the first `:` outside nested placeholders, from `start` on; -1 if there is none. */
function outerColon(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    if (text.startsWith('${', index)) {
      depth++;
      index++;
    } else if (text.charAt(index) === '}') depth--;
    else if (text.charAt(index) === ':' && depth === 0) return index;
  }
  return -1;
}
