import { STOP_WORDS } from '../words/stopWords.js';
import type { Candidate } from './Candidate.js';

const CODE = /(?<![\p{L}\p{N}_])(?=[\p{L}\p{N}_-]*\p{N})(?=[\p{L}\p{N}_-]*\p{L})[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu;
const NAME = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}'’.-]*(?:[ ]\p{Lu}[\p{L}\p{N}'’-]*)*/gu;
const ZONE = /\b[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_]+)+\b|\bUTC(?:[+-]\d{1,2})?\b/g;
const SENTENCE_START = /(?:^|[.!?:;\n])\s*$/;

/** Codes (`SKU-4711`, `A3`, `Am7`), names (`New York`, `EUR`) and time zones (`Europe/Oslo`) of a text. */
export function findNames(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: match, index } of text.matchAll(ZONE)) {
    found.push({ kind: 'zone', start: index, end: index + match.length, text: match, value: match });
  }
  for (const { 0: match, index } of text.matchAll(CODE)) {
    // `12kg` and `3rd` are numbers with something behind them.
    if (/^\d+(?:\.\d+)?\p{Ll}{1,3}$/u.test(match)) continue;
    found.push({ kind: 'code', start: index, end: index + match.length, text: match, value: match });
  }
  for (const { 0: match, index } of text.matchAll(NAME)) {
    let start = index;
    let name = match.replace(/[.'’-]+$/, '').replace(/['’]s$/, '');
    if (SENTENCE_START.test(text.slice(Math.max(0, index - 20), index))) {
      const [first = ''] = name.split(' ', 1);
      start += first.length + 1;
      name = name.slice(first.length + 1);
    }
    if (name === '' || name === 'I' || (!name.includes(' ') && STOP_WORDS.has(name.toLowerCase()))) continue;
    found.push({ kind: 'name', start, end: start + name.length, text: name, value: name });
  }
  return found;
}
