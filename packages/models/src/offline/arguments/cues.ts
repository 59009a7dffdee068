import type { ToolParameter } from '../schema/ToolParameter.js';
import { synonymsOf } from '../words/synonyms.js';
import { STOP_WORDS } from '../words/stopWords.js';
import type { Word } from '../words/words.js';
import type { Candidate } from './Candidate.js';
import { PREPOSITIONS } from './prepositions.js';
import type { RequestText } from './RequestText.js';

/** What the words around a value say about the parameter that it belongs to. */
export interface Surroundings {
  /** Nearest words before the value, nearest first, prepositions and fillers left out. */
  readonly before: readonly Word[];
  /** The preposition that introduces the value, in lower case, or `''`. */
  readonly preposition: string;
  /** The word behind the value, if it follows directly. */
  readonly after: Word | null;
}

/** What a parameter's words around a value are worth. */
export interface Cue {
  readonly score: number;
  /** Where value and the words that name the parameter begin and end. */
  readonly start: number;
  readonly end: number;
}

const REACH = 4;
const FILLERS = new Set([
  'the',
  'a',
  'an',
  'is',
  'be',
  'are',
  'equal',
  'equals',
  'exactly',
  'my',
  'our',
  'your',
  'number',
  'no',
  'nr',
  'value',
]);
const INTRODUCERS: ReadonlySet<string> = new Set(PREPOSITIONS);
/** Words in parameter names that say what kind of value it is, not which. */
const GENERIC = new Set(['id', 'number', 'code', 'name', 'text', 'value', 'key', 'no', 'of', 'the']);

/** Looks at the words around a value. */
export function surroundingsOf(candidate: Candidate, { text, words }: RequestText): Surroundings {
  const before: Word[] = [];
  let preposition = '';
  const first = words.findIndex(({ start }) => start >= candidate.start);
  const index = first < 0 ? words.length : first;
  let edge = candidate.start;
  for (let i = index - 1; i >= 0 && i >= index - REACH; i--) {
    const word = words[i] as Word;
    if (/[.!?;\n,"'”)]/.test(text.slice(word.end, edge))) break;
    edge = word.start;
    if (INTRODUCERS.has(word.lower)) {
      preposition ||= word.lower;
      if (word.lower !== 'of') break;
    } else if (!FILLERS.has(word.lower)) before.push(word);
  }
  const next = words.find(({ start }) => start >= candidate.end);
  const follows = next && /^(?:st|nd|rd|th)?[\s°-]*$/.test(text.slice(candidate.end, next.start));
  return { before, preposition, after: follows ? next : null };
}

/**
 * What the words around a value say for the parameter; a score of 0 if nothing.
 *
 * @param verbs the verbs of the tool: they name what is done, not a parameter
 */
export function cueFor(
  parameter: ToolParameter,
  candidate: Candidate,
  { before, after }: Surroundings,
  verbs: ReadonlySet<string>,
): Cue {
  const own = parameter.nameTerms.filter((term) => !GENERIC.has(term));
  const nameTerms = own.length > 0 ? own : parameter.nameTerms;
  const none: Cue = { score: 0, start: candidate.start, end: candidate.end };
  let best = none;
  for (const [distance, word] of before.slice(0, 2).entries()) {
    if (word.terms.some((term) => verbs.has(term))) continue;
    const matched = nameTerms.filter((term) => stands(word, term)).length / Math.max(1, nameTerms.length);
    if (matched > 0) {
      const score = (matched >= 0.5 ? 8 : 5) - distance * 2;
      if (score > best.score) best = { score, start: word.start, end: candidate.end };
    } else if (best.score === 0 && distance === 0 && describes(word, parameter)) best = { ...none, score: 3 };
  }
  if (after && !STOP_WORDS.has(after.lower)) {
    if (nameTerms.some((term) => stands(after, term))) {
      if (best.score < 6) best = { score: 6, start: candidate.start, end: after.end };
    } else if (best.score < 4 && describes(after, parameter))
      best = { score: 4, start: candidate.start, end: after.end };
  }
  return best;
}

function describes(word: Word, { descriptionTerms }: ToolParameter): boolean {
  return !STOP_WORDS.has(word.lower) && descriptionTerms.some((term) => stands(word, term));
}

/** Whether the word is the term or can stand for it. */
export function stands(word: Word, term: string): boolean {
  return word.terms.some((own) => own === term || synonymsOf(own).has(term));
}
