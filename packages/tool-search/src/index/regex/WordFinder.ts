import type { RE2JS } from 're2js';
import { patternOf } from './queryPattern.js';
import { re2js } from './re2js.js';

/** Where the words of a query occur in a text. */
export interface WordMatches {
  /** How many matches there are; they do not overlap. */
  readonly count: number;
  /** Where the first one starts, in characters; -1 if there is none. */
  readonly first: number;
}

const NO_MATCH: WordMatches = Object.freeze({ count: 0, first: -1 });

const ASCII = /^\p{ASCII}*$/u;

/**
 * Finds the words of a query in texts, as their pattern would: from left to right, at one place the earlier word first,
 * without regard to case. Takes time in proportion to the text, whatever the words are.
 */
export class WordFinder {
  readonly #words: readonly string[];
  readonly #areAscii: boolean;
  /** Length of the shortest word, 0 for everything. */
  readonly #shortest: number;
  #pattern: RE2JS | undefined;

  /** @param words in lower case, without repetitions; no word at all stands for everything */
  constructor(words: readonly string[]) {
    this.#words = words;
    this.#shortest = words.reduce((least, { length }) => Math.min(least, length), words[0]?.length ?? 0);
    this.#areAscii = words.length > 0 && words.every((word) => ASCII.test(word));
  }

  find(text: string): WordMatches {
    // A pattern of any length is expensive to compile; a change of case makes a text at most three times as long.
    if (this.#shortest > 3 * text.length) return NO_MATCH;
    // Only the pattern knows the case of all letters; among those of ASCII plain search gives the same, much faster.
    if (this.#areAscii && ASCII.test(text)) return findWords(text.toLowerCase(), this.#words);
    this.#pattern ??= re2js().compile(patternOf(this.#words));
    return findPattern(text, this.#pattern);
  }
}

function findWords(text: string, words: readonly string[]): WordMatches {
  let count = 0;
  let first = -1;
  // The next place of each word that still occurs, in the order of the words.
  let places = words.map((word) => ({ word, at: text.indexOf(word) })).filter(({ at }) => at >= 0);
  while (places.length > 0) {
    let nearest = places[0] as { readonly word: string; at: number };
    for (const place of places) if (place.at < nearest.at) nearest = place;
    if (first < 0) first = nearest.at;
    count += 1;
    const end = nearest.at + nearest.word.length;
    for (const place of places) if (place.at < end) place.at = text.indexOf(place.word, end);
    places = places.filter(({ at }) => at >= 0);
  }
  return { count, first };
}

function findPattern(text: string, pattern: RE2JS): WordMatches {
  const matcher = pattern.matcher(text);
  let count = 0;
  let first = -1;
  while (matcher.find()) {
    if (count === 0) first = matcher.start();
    count += 1;
  }
  return { count, first };
}
