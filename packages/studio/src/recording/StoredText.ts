/** A text as it is kept: whole, or its beginning. */
export interface StoredText {
  readonly text: string;
  /** UTF-16 units of the whole text. */
  readonly length: number;
}

/** The text with at most `max` UTF-16 units; a pair of surrogates is not cut in two. */
export function storedText(text: string, max: number): StoredText {
  return { text: text.length <= max ? text : text.slice(0, cutAt(text, max)), length: text.length };
}

/** The largest position up to `max` at which a text may be cut. */
export function cutAt(text: string, max: number): number {
  if (max >= text.length) return text.length;
  const last = text.charCodeAt(max - 1);
  return max > 0 && last >= 0xd800 && last <= 0xdbff ? max - 1 : max;
}

/** About how many bytes a text takes. */
export function sizeOf(text: StoredText | null): number {
  return text ? text.text.length * 2 : 0;
}
