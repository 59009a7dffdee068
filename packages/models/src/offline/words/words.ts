import { stem } from './stem.js';

/** A word of a text with its place. */
export interface Word {
  /** As it is written. */
  readonly text: string;
  /** In lower case. */
  readonly lower: string;
  /** Its terms, see {@link termsOf}. */
  readonly terms: readonly string[];
  /** Index of its first character. */
  readonly start: number;
  /** Index behind its last character. */
  readonly end: number;
}

/** Characters of writing systems that put no spaces between words, and Hangul, whose words carry particles. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}+`, 'gu');
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*(?:['’][\p{L}]+)*/gu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lo}[\p{Lo}\p{M}]*|\p{N}+|\p{L}/gu;

/** Whether the text has characters of a writing system without spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** The words of a text in order; a run of characters without spaces is divided by the rules of its language. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: match, index } of text.matchAll(WORD)) {
    if (!isUnspaced(match)) words.push(word(match, index));
    else
      for (const { segment, index: offset, isWordLike } of segmentsOf(match)) {
        if (isWordLike) words.push(word(segment, index + offset));
      }
  }
  return words;
}

function word(text: string, start: number): Word {
  return { text, lower: text.toLowerCase(), terms: termsOf(text), start, end: start + text.length };
}

/** Made with the first text that needs it: it loads the dictionaries of all languages. */
let segmenter: Intl.Segmenter | undefined;

function segmentsOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return segmenter.segment(text);
}

/**
 * The terms under which a text is found: stems of its words, identifiers divided into their words (`getStockLevel`,
 * `get_stock_level`, `HTTPServer2`); of text without spaces, every pair of neighbouring characters. In order, with
 * repetitions.
 */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const [run] of text.matchAll(UNSPACED_RUN)) addPairs(run, terms);
  const spaced = terms.length > 0 ? text.replace(UNSPACED_RUN, ' ') : text;
  for (const [match] of spaced.matchAll(WORD)) {
    const bare = match.replace(/['’]s$/, '');
    const parts = bare.match(PART) ?? [];
    for (const part of parts) terms.push(stem(part.toLowerCase()));
  }
  return terms;
}

function addPairs(run: string, terms: string[]): void {
  const characters = Array.from(run);
  if (characters.length === 1) terms.push(run);
  for (let i = 1; i < characters.length; i++) terms.push(`${characters[i - 1] ?? ''}${characters[i] ?? ''}`);
}
