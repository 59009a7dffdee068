import { shorten } from '@toolwright/core';
import { isFields } from './describePairs.js';
import { pageOf } from './resultPages.js';

const MAX_LINES = 3;
const LINE_LENGTH = 140;
/** What is shorter is a name or a label, no passage. */
const LEAST_PASSAGE = 20;
/** Fields that hold a passage of the page that was found, best first. */
const PASSAGES: readonly string[] = ['snippet', 'excerpt', 'summary', 'text', 'description', 'content', 'line'];

/** Whether an entry is a page that a search has found, with a passage of it. */
export function isMatch(entry: unknown): boolean {
  const page = pageOf(entry);
  const passage = passageOf(entry);
  return page !== null && passage !== null && passage !== page && passage.length >= LEAST_PASSAGE;
}

/** The pages of a search result, each once with its best passage, best first; those past the third are only counted. */
export function describeMatches(entries: readonly unknown[]): string {
  const pages = new Map<string, string>();
  for (const entry of entries) {
    const page = pageOf(entry);
    if (page !== null && !pages.has(page)) pages.set(page, passageOf(entry) ?? '');
  }
  const lines = [...pages].slice(0, MAX_LINES).map(([page, passage]) => {
    const rest = LINE_LENGTH - page.length;
    return passage === '' || rest < 20 ? page : `${page}: ${shorten(passage, rest)}`;
  });
  const left = pages.size - lines.length;
  return lines.join('\n- ') + (left > 0 ? ` (and ${left} more)` : '');
}

function passageOf(entry: unknown): string | null {
  if (!isFields(entry)) return null;
  const passage = PASSAGES.map((field) => entry[field]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  return typeof passage === 'string' ? passage : null;
}
