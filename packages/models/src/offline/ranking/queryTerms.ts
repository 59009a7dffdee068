import type { RequestText } from '../arguments/RequestText.js';
import { stem } from '../words/stem.js';
import { BOILERPLATE_WORDS, STOP_WORDS } from '../words/stopWords.js';
import { isUnspaced, termsOf, wordsOf } from '../words/words.js';

/** A word to rank tools by. */
export interface QueryTerm {
  readonly term: string;
  /** 0 to 1: how much the word says about the tool that is wanted. */
  readonly weight: number;
}

const VERB_WEIGHT = 0.5;
const VALUE_WEIGHT = 0.15;

/** Verbs that are stop words elsewhere, but can tell `listOrders` from `addOrder`. */
const WEAK_VERBS = new Set(['show', 'give', 'get', 'tell', 'now']);

/** A question for a thing that is known by what it says: whoever asks it wants something searched. */
const LOOKUP_QUESTION =
  /\b(which|what|where)\b[^.?!]*\b(explains?|describes?|mentions?|covers?|discuss(es)?|documents?|documented|explained|described|mentioned|says?|talks?|contains?)\b/i;

/** What a request that has a calculation in it wants, whether it says so or not. */
const CALCULATION_TERMS: readonly string[] = ['calculate', 'expression', 'arithmetic'].map(stem);

/** Asks for a quantity. */
const COUNT_QUESTION = /\b(how many|number of|count)\b/i;

/**
 * The words of a request that can name a tool, each once, with their weights. Values in quotation marks hardly count:
 * they say what to work on, not how.
 */
export function queryTerms({ text, literals, candidates }: RequestText): readonly QueryTerm[] {
  const expressions = candidates.filter(({ kind }) => kind === 'expression');
  const values = [...literals, ...expressions];
  const weights = new Map<string, number>();
  const raise = (term: string, weight: number) => {
    weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  };
  if (isUnspaced(text)) for (const term of termsOf(text)) if (isUnspaced(term)) raise(term, 1);
  for (const word of wordsOf(text)) {
    if (isUnspaced(word.text)) continue;
    const inValue = values.some(({ start, end }) => word.start >= start && word.end <= end);
    for (const term of word.terms) {
      if (inValue) raise(term, VALUE_WEIGHT);
      else if (WEAK_VERBS.has(word.lower)) raise(term, VERB_WEIGHT);
      else if (STOP_WORDS.has(word.lower)) continue;
      else raise(term, BOILERPLATE_WORDS.has(word.lower) ? VERB_WEIGHT : 1);
    }
  }
  if (expressions.length > 0) for (const term of CALCULATION_TERMS) raise(term, VERB_WEIGHT);
  if (LOOKUP_QUESTION.test(text)) raise('search', VERB_WEIGHT);
  if (COUNT_QUESTION.test(text)) raise('count', VERB_WEIGHT);
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
