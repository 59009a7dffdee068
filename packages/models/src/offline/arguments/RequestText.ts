import { wordsOf, type Word } from '../words/words.js';
import { type Candidate, overlaps } from './Candidate.js';
import { findDates } from './findDates.js';
import { findExpressions } from './findExpressions.js';
import { findJson } from './findJson.js';
import { findNames } from './findNames.js';
import { findNumbers } from './findNumbers.js';
import { findPaths } from './findPaths.js';
import { findPhrases } from './findPhrases.js';
import { findQuotedTexts } from './findQuotedTexts.js';
import { findReferences } from './findReferences.js';
import { findUnits } from './findUnits.js';

/** Longest request that is examined, in characters; what is longer is no sentence that word rules could read. */
const MAX_LENGTH = 20_000;
/** Values of one request that are considered; a request with more is no sentence either. */
const MAX_CANDIDATES = 300;

/** A request, or one part of it, with its words and everything in it that looks like a value. */
export class RequestText {
  readonly text: string;
  readonly words: readonly Word[];
  /** Values by look; those inside quotation marks, addresses, paths or dates are not listed again. */
  readonly candidates: readonly Candidate[];
  /** Whether the text refers to an earlier result. */
  readonly refers: boolean;
  /** The quoted texts and JSON values among the candidates. */
  readonly literals: readonly Candidate[];

  /**
   * @param today the day that `today` means
   * @param referring whether `it` or `the result` can mean the result of an earlier part
   */
  constructor(text: string, today: Date, referring = false) {
    const references = referring ? findReferences(text.slice(0, MAX_LENGTH)) : [];
    this.text = blank(text.slice(0, MAX_LENGTH), references);
    this.refers = references.length > 0;
    this.words = wordsOf(this.text);
    const json = findJson(this.text);
    const quoted = outside(findQuotedTexts(this.text), json);
    this.literals = [...json, ...quoted];
    const dates = outside(findDates(this.text, today), this.literals);
    const paths = outside(findPaths(this.text), [...this.literals, ...dates]);
    const masked = [...this.literals, ...dates, ...paths];
    const names = outside(
      findNames(this.text),
      masked.filter(({ kind }) => kind !== 'path'),
    );
    const codes = names.filter(({ kind }) => kind === 'code');
    this.candidates = [
      ...references.slice(0, 1),
      ...masked,
      ...outside(findExpressions(this.text), masked),
      ...outside(findUnits(this.text), masked),
      ...names,
      ...outside(findNumbers(this.text), [...masked, ...codes]),
      ...findPhrases(this.text).filter((phrase) => !this.literals.some((literal) => overlaps(literal, phrase))),
    ]
      .sort((a, b) => a.start - b.start)
      .slice(0, MAX_CANDIDATES);
  }
}

function outside(candidates: readonly Candidate[], others: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter((candidate) => !others.some((other) => overlaps(candidate, other)));
}

/** The text with spaces where the places are, so that all positions stay. */
function blank(text: string, places: readonly Candidate[]): string {
  let blanked = text;
  for (const { start, end } of places) blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end);
  return blanked;
}
