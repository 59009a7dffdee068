import { synonymsOf } from '../words/synonyms.js';
import { termsOf } from '../words/words.js';
import type { Candidate } from './Candidate.js';
import type { RequestText } from './RequestText.js';

/**
 * Where a request names one of the allowed values: literally, as words (`gasMark` for "gas mark"), by stem, by a usual
 * short form or by its beginning (`asc` for "ascending"). A value of one letter must be written in the same case.
 */
export function findEnumValues(values: readonly unknown[], { text, words }: RequestText): readonly Candidate[] {
  const found: (Candidate & { readonly exact: boolean })[] = [];
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const written = String(value);
    const terms = termsOf(written);
    if (terms.length === 0) continue;
    for (let i = 0; i + terms.length <= words.length || i < words.length; i++) {
      const first = words[i];
      if (!first) break;
      if (first.text === written || (written.length > 1 && first.lower === written.toLowerCase())) {
        found.push({ ...span(text, first.start, first.end, value), exact: true });
        continue;
      }
      if (written.length === 1 && first.text.length === 1) continue;
      const length = lengthOfMatch(
        terms,
        words.slice(i, i + terms.length).map((word) => word.text),
      );
      const last = words[i + length - 1];
      if (length > 0 && last) found.push({ ...span(text, first.start, last.end, value), exact: false });
      else if (abbreviates(first.lower, written.toLowerCase())) {
        found.push({ ...span(text, first.start, first.end, value), exact: false });
      }
    }
  }
  // A longer or a literal mention wins over what it contains.
  return found
    .filter(
      (one) =>
        !found.some(
          (other) =>
            other !== one &&
            other.start <= one.start &&
            other.end >= one.end &&
            (other.end - other.start > one.end - one.start || (other.exact && !one.exact)),
        ),
    )
    .sort((a, b) => a.start - b.start);
}

function span(text: string, start: number, end: number, value: unknown): Candidate {
  return { kind: 'value', start, end, text: text.slice(start, end), value };
}

/** How many of the words stand for the terms, all terms in order; 0 if they do not. */
function lengthOfMatch(terms: readonly string[], texts: readonly string[]): number {
  let matched = 0;
  for (const [index, text] of texts.entries()) {
    for (const own of termsOf(text)) {
      const term = terms[matched];
      if (term === undefined || (own !== term && !synonymsOf(own).has(term))) return 0;
      matched++;
    }
    if (matched === terms.length) return index + 1;
  }
  return 0;
}

function abbreviates(word: string, value: string): boolean {
  const shorter = word.length < value.length ? word : value;
  return (
    shorter.length >= 3 && word !== value && (word.startsWith(value) || (value.startsWith(word) && shorter.length >= 4))
  );
}
