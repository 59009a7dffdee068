import type { Origin } from './Origin.js';
import { PlaceholderResolutionException, type PlaceholderStep } from './PlaceholderResolutionException.js';

/** A value in which placeholders are not replaced yet. */
export interface RawValue {
  readonly value: string;
  readonly origin: Origin | undefined;
}

/** Replaces `${key}` and `${key:default}`, nested ones included; `\${` stands for a literal `${` (BS-16 to BS-18). */
export class PlaceholderResolver {
  readonly #lookup: (key: string) => RawValue | undefined;

  /** @param lookup gives the value of a key as it was written */
  constructor(lookup: (key: string) => RawValue | undefined) {
    this.#lookup = lookup;
  }

  /**
   * @param start the key that `text` is the value of, for messages
   * @throws {PlaceholderResolutionException} for a placeholder without value and default, or a circular one
   */
  resolve(text: string, start?: PlaceholderStep): string {
    return text.includes('${') ? this.#replace(text, start ? [start] : [], new Set()) : text;
  }

  #replace(text: string, steps: readonly PlaceholderStep[], open: ReadonlySet<string>): string {
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
      result += text.slice(position, start) + this.#placeholder(text.slice(start + 2, end), steps, open);
      position = end + 1;
    }
    return result + text.slice(position);
  }

  #placeholder(inner: string, steps: readonly PlaceholderStep[], open: ReadonlySet<string>): string {
    const colon = outerColon(inner);
    const key = this.#replace(colon < 0 ? inner : inner.slice(0, colon), steps, open);
    if (open.has(key)) throw new PlaceholderResolutionException(key, 'circular', steps);
    const raw = this.#lookup(key);
    if (raw) {
      const step: PlaceholderStep = { key, origin: raw.origin };
      return this.#replace(raw.value, [...steps, step], new Set([...open, key]));
    }
    if (colon >= 0) return this.#replace(inner.slice(colon + 1), steps, open);
    throw new PlaceholderResolutionException(key, 'missing', steps);
  }
}

/** Position of the `}` that closes a placeholder whose content starts at `from`; -1 if there is none. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text.startsWith('${', index)) {
      depth++;
      index++;
    } else if (text.charAt(index) === '}' && --depth === 0) return index;
  }
  return -1;
}

/** Position of the first `:` outside nested placeholders; -1 if there is none. */
function outerColon(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text.startsWith('${', index)) {
      depth++;
      index++;
    } else if (text.charAt(index) === '}') depth--;
    else if (text.charAt(index) === ':' && depth === 0) return index;
  }
  return -1;
}
