import type { Candidate } from './Candidate.js';

/** Quotation marks in pairs; an apostrophe counts only where no letter stands outside of it. */
const QUOTED: readonly RegExp[] = [
  /"((?:[^"\\]|\\.)*)"/gs,
  /“([^”]*)”/gs,
  /„([^“”]*)[“”]/gs,
  /«([^»]*)»/gs,
  /「([^」]*)」/gs,
  /『([^』]*)』/gs,
  /```(?:\w*\n)?([^`]*)```/gs,
  /`([^`]+)`/g,
  /‘([^’]*)’/g,
  /(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu,
];

/** Texts of one request that are looked at. */
const MAX_FOUND = 100;

/** The texts in quotation marks; those inside others are left out. */
export function findQuotedTexts(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const pattern of QUOTED) {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MAX_FOUND) break;
      const end = match.index + match[0].length;
      if (found.some((other) => match.index < other.end && other.start < end)) continue;
      const inner = pattern === QUOTED[0] ? unescape(match[1] ?? '') : (match[1] ?? '');
      found.push({ kind: 'quoted', start: match.index, end, text: inner, value: inner });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function unescape(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
}
