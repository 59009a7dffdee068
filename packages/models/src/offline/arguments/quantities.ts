import type { ToolProfile } from '../ranking/ToolProfile.js';
import type { ToolParameter } from '../schema/ToolParameter.js';
import { stem } from '../words/stem.js';
import { STOP_WORDS } from '../words/stopWords.js';
import type { Candidate, CandidateKind } from './Candidate.js';
import type { Cue, Surroundings } from './cues.js';
import type { RequestText } from './RequestText.js';

const COUNT = new Set('count number limit max maximum most quantity top size'.split(' ').map(stem));
const HOW_MANY = /\b(?:how many|number of|most|maximum|at most|count of)\b/i;
const COUNT_SCORE = 5;
const NUMBERS: ReadonlySet<CandidateKind> = new Set(['number', 'number-word']);
const DOWNWARDS =
  /\b(?:subtract|minus|before|ago|earlier|less|down|back|decrease|reduce|lower|take away|deduct)(?:s|d|ed|ing)?\b/i;

/**
 * The cue for a number that counts what the tool is about: `3 random colours` for a tool that makes colours. The cue that
 * is known already if that does not hold or says more.
 */
export function countCue(
  parameter: ToolParameter,
  candidate: Candidate,
  { after }: Surroundings,
  { subjectTerms }: ToolProfile,
  known: Cue,
): Cue {
  if (known.score >= COUNT_SCORE || !NUMBERS.has(candidate.kind) || !after) return known;
  if (parameter.kind !== 'integer' && parameter.kind !== 'number') return known;
  if (!parameter.nameTerms.some((term) => COUNT.has(term)) && !HOW_MANY.test(parameter.description)) return known;
  const counted =
    !STOP_WORDS.has(after.lower) && (after.terms.some((term) => subjectTerms.has(term)) || isKind(after.lower));
  return counted ? { score: COUNT_SCORE, start: candidate.start, end: candidate.end } : known;
}

/** Words that come between a number and what is counted. */
function isKind(word: string): boolean {
  return /^(?:random|new|different|unique|more|other|best|first|last)$/.test(word);
}

/** The number with its sign turned where the parameter takes negative ones and the request says that it goes down. */
export function signed({ description }: ToolParameter, value: unknown, { text }: RequestText): unknown {
  if (typeof value !== 'number' || value <= 0 || !/\bnegative\b/i.test(description)) return value;
  return DOWNWARDS.test(text) ? -value : value;
}
