import { isUnitConversion } from '../arguments/findUnits.js';
import type { RequestText } from '../arguments/RequestText.js';
import { overlaps } from '../arguments/Candidate.js';
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
/** The ending of a file says something about the tool that is wanted, its name hardly anything. */
const PATH_WEIGHT = 0.3;

/** Verbs that are stop words elsewhere, but can tell `listOrders` from `addOrder`. */
const WEAK_VERBS = new Set(['show', 'give', 'get', 'tell', 'now']);

/** A question for a thing that is known by what it says: whoever asks it wants something searched. */
const LOOKUP_QUESTION =
  /\b(?:pages?|articles?|chapters?|anything|something|information)\s+(?:\w+\s+)?(?:about|on how)\b|\b(which|what|where)\b[^.?!]*\b(explains?|describes?|mentions?|covers?|discuss(es)?|documents?|documented|explained|described|mentioned|says?|talks?|contains?|occurs?|appears?)\b/i;

/** What a request that has a calculation in it wants, whether it says so or not. */
const CALCULATION_TERMS: readonly string[] = ['calculate', 'expression', 'arithmetic'];
const CONVERSION_TERMS: readonly string[] = ['convert', 'unit'];

/** Asks for what a file or page says, which has to be read for it. */
const CONTENT_QUESTION =
  /\bwhat(?:(?: does| do)\b[^.?!]*\S+ (?:say|contain)|(?: is|'s)(?: written)? in\b[^?!]*)\s*[?!.]*$/i;

/** Asks for a quantity. */
const COUNT_QUESTION = /\b(how many|number of|count)\b/i;

/** What the form of a request says about the tool that is wanted, in words. */
export function impliedTerms({ text, candidates }: RequestText): readonly string[] {
  const terms: string[] = [];
  if (candidates.some(({ kind }) => kind === 'expression')) terms.push(...CALCULATION_TERMS);
  if (isUnitConversion(candidates)) terms.push(...CONVERSION_TERMS);
  else if (COUNT_QUESTION.test(text)) terms.push('count');
  if (CONTENT_QUESTION.test(text) && candidates.some(({ kind }) => kind === 'path')) terms.push('read', 'content');
  else if (LOOKUP_QUESTION.test(text)) terms.push('search');
  return terms;
}

/**
 * The words of a request that can name a tool, each once, with their weights. Values in quotation marks hardly count:
 * they say what to work on, not how.
 */
export function queryTerms(request: RequestText): readonly QueryTerm[] {
  const { text, literals, candidates } = request;
  const expressions = candidates.filter(({ kind }) => kind === 'expression');
  const values = [...literals, ...expressions];
  const paths = candidates.filter(({ kind }) => kind === 'path' || kind === 'url' || kind === 'email');
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
      else if (paths.some((path) => overlaps(path, word))) raise(term, PATH_WEIGHT);
      else if (WEAK_VERBS.has(word.lower)) raise(term, VERB_WEIGHT);
      else if (STOP_WORDS.has(word.lower)) continue;
      else raise(term, BOILERPLATE_WORDS.has(word.lower) ? VERB_WEIGHT : 1);
    }
  }
  for (const term of impliedTerms(request)) raise(stem(term), VERB_WEIGHT);
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
