/**
 * Characters that change what a reader sees without being seen: controls other than tab and line breaks, direction
 * overrides and isolates, zero-width characters that no script needs, soft hyphens and Unicode tags. The zero-width joiners
 * stay as they are: Persian, Indic scripts and emoji need them.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** A run of ordinary text, or one invisible character by its code point, such as `U+202E`. */
export interface TextPart {
  readonly text: string;
  readonly invisible: boolean;
}

/** Splits a text at its invisible characters, which are named by their code points. */
export function markInvisible(text: string): readonly TextPart[] {
  if (!INVISIBLE.test(text)) return text === '' ? [] : [{ text, invisible: false }];
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(EACH_INVISIBLE)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), invisible: false });
    parts.push({ text: codePointName(match[0]), invisible: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), invisible: false });
  return parts;
}

/** The text with its invisible characters written out, for places that take only a string: titles, labels, options. */
export function withoutInvisible(text: string): string {
  return INVISIBLE.test(text) ? text.replace(EACH_INVISIBLE, (found) => `[${codePointName(found)}]`) : text;
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
