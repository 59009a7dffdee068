import { lazyPackage } from '@toolwright/core';
import { STOP_WORDS } from './stopWords.js';

const stemmer = lazyPackage<typeof import('wink-porter2-stemmer').default>('wink-porter2-stemmer', import.meta.url);

/** Runs of letters and runs of digits; everything else separates words. */
const WORDS = /[\p{L}\p{M}]+|\p{N}+/gu;
const CAPITAL_AFTER_SMALL = /(\p{Ll})(\p{Lu})/gu;
const LAST_OF_CAPITALS = /(\p{Lu})(\p{Lu}\p{Ll})/gu;
const CONTRACTION = /['’](?:s|t|re|ve|ll|d|m)(?!\p{L})/giu;

/** Scripts that are written without spaces, or with endings joined to the words: words are found by pairs of characters. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const PAIRED_RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/** The stemmer is for words; longer runs of letters are none, and take it long. */
const LONGEST_WORD = 40;

const ASCII = /^[a-z]+$/;
const ACCENTED = /^[\p{Script=Latin}\u0300-\u036f]+$/u;
const ACCENTS = /[\u0300-\u036f]/g;
const LETTER = /^[a-z]$/;

/** Stems of words that were met lately; bounded, since words come from outside. */
const stems = new Map<string, string>();
const REMEMBERED_STEMS = 20_000;

/** A word of a text, and how it is searched. */
export interface Term {
  /** The word in lower case, without accents. */
  readonly word: string;
  /** What is compared: the stem of a word, or a pair of characters. */
  readonly term: string;
  /** Whether the word says nothing about what a tool does. */
  readonly isStopWord: boolean;
}

/**
 * The words of a text, the same way for tools and queries: split at capitals, digits and separators, so that
 * `getWeather`, `get_weather` and `get-weather` are the same two words; in lower case, without accents, stemmed by Porter2.
 * Chinese, Japanese and Korean are cut into overlapping pairs of characters.
 */
export function analyze(text: string): readonly Term[] {
  const terms: Term[] = [];
  for (const [run] of text.normalize('NFKC').replace(CONTRACTION, ' ').matchAll(WORDS)) {
    if (ASCII.test(run)) addWord(run, terms);
    else if (!PAIRED.test(run)) addWords(run, terms);
    else for (const [part] of run.matchAll(PAIRED_RUNS)) (PAIRED.test(part) ? addPairs : addWords)(part, terms);
  }
  return terms;
}

/** The stem of one word in lower case. */
export function stemOf(word: string): string {
  if (word.length > LONGEST_WORD) return word;
  let known = stems.get(word);
  if (known === undefined) {
    known = ASCII.test(word) ? stemmer()(word) : word;
    if (stems.size >= REMEMBERED_STEMS) stems.clear();
    stems.set(word, known);
  }
  return known;
}

function addWords(run: string, terms: Term[]): void {
  for (const part of run.replace(CAPITAL_AFTER_SMALL, '$1 $2').replace(LAST_OF_CAPITALS, '$1 $2').split(' ')) {
    const lower = part.toLowerCase();
    const word = !ASCII.test(lower) && ACCENTED.test(lower) ? lower.normalize('NFD').replace(ACCENTS, '') : lower;
    addWord(word, terms);
  }
}

function addWord(word: string, terms: Term[]): void {
  terms.push({ word, term: stemOf(word), isStopWord: STOP_WORDS.has(word) || LETTER.test(word) });
}

function addPairs(run: string, terms: Term[]): void {
  const characters = Array.from(run);
  const last = Math.max(1, characters.length - 1);
  for (let at = 0; at < last; at++) {
    const pair = characters.slice(at, at + 2).join('');
    terms.push({ word: pair, term: pair, isStopWord: false });
  }
}
