import { findJson } from '../arguments/findJson.js';
import { findPaths } from '../arguments/findPaths.js';
import { findQuotedTexts } from '../arguments/findQuotedTexts.js';
import { CLAUSE_STARTERS } from '../words/stopWords.js';
import { stem } from '../words/stem.js';

/** One part of a request. */
export interface RequestPart {
  readonly text: string;
  /** Whether it comes after the part before it in time (`then`). */
  readonly follows: boolean;
}

const CONNECTOR =
  /(?:\s*;\s*|[.?!]+\s+|\s*[,，、]?\s*\b(?:and\s+then|and\s+after\s+that|after\s+that|afterwards|then|and\s+also|and)\b\s*,?\s*)+/giu;
const LEADING_FILLERS = /^(?:(?:please|also|then|finally|next|now|afterwards|after that),?\s+)+/i;
const FIRST_WORD = /^[\p{L}'’-]+/u;

/**
 * Where a request can be divided: at `;`, at the end of a sentence, at `then` and at `and`, if what follows begins like a
 * request of its own, with a question word or a verb. Nothing inside quotation marks, JSON or paths divides. Whether the
 * parts are two requests is decided by whoever knows which tools they match.
 *
 * @param verbs stems of the words with which the tools' names and descriptions begin
 */
export function splitRequest(text: string, verbs: ReadonlySet<string>): readonly RequestPart[] {
  const literals = [...findQuotedTexts(text), ...findJson(text), ...findPaths(text)];
  const parts: RequestPart[] = [];
  let start = 0;
  let follows = false;
  for (const { 0: connector, index } of text.matchAll(CONNECTOR)) {
    const end = index + connector.length;
    if (literals.some((literal) => index < literal.end && literal.start < end)) continue;
    const before = text.slice(start, index).trim();
    const after = text.slice(end).replace(LEADING_FILLERS, '');
    if (before === '' || !beginsClause(after, verbs)) continue;
    parts.push({ text: before, follows });
    follows = /then|after/i.test(connector);
    start = text.length - after.length;
  }
  parts.push({ text: text.slice(start).trim(), follows });
  return parts.filter((part) => part.text !== '');
}

function beginsClause(text: string, verbs: ReadonlySet<string>): boolean {
  const word = FIRST_WORD.exec(text)?.[0].toLowerCase();
  return word !== undefined && (CLAUSE_STARTERS.has(word.replace(/['’].*/, '')) || verbs.has(stem(word)));
}
