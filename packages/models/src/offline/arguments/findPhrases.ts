import { PREPOSITIONS } from './prepositions.js';
import type { Candidate } from './Candidate.js';

const BREAK = new RegExp(
  `[,;:.!?()\\n](?=\\s|$)|[?!;]|\\b(?:${[...PREPOSITIONS, 'and', 'then', 'or', 'is', 'are', 'please'].join('|')})\\b`,
  'i',
);
const START = new RegExp(`\\b(?:${PREPOSITIONS.join('|')})\\s+(?:(?:the|a|an|my|our|your|this)\\s+)?`, 'gi');

/** What stands behind each preposition, up to the next one or the end of the clause. */
export function findPhrases(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: match, index } of text.matchAll(START)) {
    const start = index + match.length;
    const rest = text.slice(start);
    const stop = rest.search(BREAK);
    const phrase = (stop < 0 ? rest : rest.slice(0, stop)).trimEnd();
    if (phrase !== '') found.push({ kind: 'phrase', start, end: start + phrase.length, text: phrase, value: phrase });
  }
  return found;
}
