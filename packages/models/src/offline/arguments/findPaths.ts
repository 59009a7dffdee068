import { quantityOf } from '../words/units.js';
import type { Candidate } from './Candidate.js';

const URL = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>“”]+|\bwww\.[^\s"'<>“”]+/gi;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PATH =
  /(?<![\w/.~])(?:~|\.{1,2})?\/?[\w@-][\w@.-]*(?:\/[\w@.*-]+)+\/?|(?<![\w/.~])[\w@-]+\/(?![\w/])|(?<![\w/.~@])(?:\.{1,2}\/|\/)[\w.-]+\/?/g;
const FILE = /(?<![\w/.@])[\w-]+(?:\.[\w-]+)*\.[a-z][a-z\d]{0,4}(?![\w@/])/gi;
/** A pattern of file names: one with a star that stands in a path or before an ending, not between numbers. */
const GLOB = /(?<![\w/.*])(?:[\w.-]*\/)*[\w.-]*\*(?:\*?\/[\w./*{},?-]+|[\w-]*\.[\w*{},?]+)(?![\w/*])/g;
const JSON_PATH = /\$(?:\.[\w*]+|\[(?:\d+|\*)\])+/g;
const TRAILING = /[.,;:!?)\]]+$/;
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'a.m', 'p.m', 'u.s']);

/** The web addresses, e-mail addresses and file paths of a text. */
export function findPaths(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  const add = (kind: 'url' | 'email' | 'path', pattern: RegExp) => {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const value = pattern === JSON_PATH ? match : match.replace(TRAILING, '');
      const end = index + value.length;
      if (value.length < 2 || ABBREVIATIONS.has(value.toLowerCase()) || /^\d+\/\d+$/.test(value)) continue;
      if (quantityOf(value) !== undefined) continue;
      if (found.some((other) => index < other.end && other.start < end)) continue;
      found.push({ kind, start: index, end, text: value, value });
    }
  };
  add('url', URL);
  add('email', EMAIL);
  add('path', JSON_PATH);
  add('path', GLOB);
  add('path', PATH);
  add('path', FILE);
  return found;
}
