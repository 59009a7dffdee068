import type { Candidate } from './Candidate.js';

const NUMBER = /(?<![\p{L}\p{N}_.])[-+−]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[-+]?\d+)?|\.\d+)/giu;
const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  dozen: 12,
  thousand: 1000,
};
const WORD = new RegExp(`\\b(?:${Object.keys(WORDS).join('|')})\\b`, 'gi');

/** The numbers of a text: `3`, `-1.5`, `1,500`, `2e6`, and as weaker candidates `three` or `dozen`. */
export function findNumbers(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: match, index } of text.matchAll(NUMBER)) {
    const value = Number(match.replaceAll(',', '').replace('−', '-'));
    if (Number.isFinite(value))
      found.push({ kind: 'number', start: index, end: index + match.length, text: match, value });
  }
  for (const { 0: match, index } of text.matchAll(WORD)) {
    const value = WORDS[match.toLowerCase()] ?? 0;
    found.push({ kind: 'number-word', start: index, end: index + match.length, text: match, value });
  }
  return found;
}
