import { fillArguments, type Filling } from '../arguments/fillArguments.js';
import { type ParameterTrait, traitOf } from '../arguments/parameterTraits.js';
import { overlaps } from '../arguments/Candidate.js';
import { toolWordLikeness } from '../arguments/remainder.js';
import type { RequestText } from '../arguments/RequestText.js';
import { queryTerms } from '../ranking/queryTerms.js';
import { directionOf, type ToolProfile } from '../ranking/ToolProfile.js';
import type { RankedTool, ToolRanking } from '../ranking/ToolRanking.js';
import type { ToolParameter } from '../schema/ToolParameter.js';
import { BOILERPLATE_WORDS, STOP_WORDS } from '../words/stopWords.js';
import { isUnspaced } from '../words/words.js';

/** A tool for a request, with the arguments that the request has for it. */
export interface Choice {
  readonly profile: ToolProfile;
  readonly filling: Filling;
  readonly score: number;
  /** 0 to 1: the share of the words of the request that the tool or its arguments account for. */
  readonly explained: number;
  readonly nameCoverage: number;
}

/** Tools that are compared by their arguments too. */
const SHORT_LIST = 8;
const MISSING_FACTOR = 0.8;
const UNUSED_VALUE_FACTOR = 0.88;
/** Beside that, for a date or a path: they are said for a purpose. */
const UNUSED_TELLING_FACTOR = 0.85;
/** For a tool that has a word with the same preposition as the request: `link to`, not `links of`. */
const DIRECTION_FACTOR = 1.5;
const UNEXPLAINED_WEIGHT = 0.4;
const LEAST_EXPLAINED = 0.5;
/** Nobody is asked for arguments of a tool that may not be meant. */
const LEAST_EXPLAINED_TO_ASK = 0.7;
/** One word of the tool's own, or two that stand for some of its words. */
const LEAST_EVIDENCE = 1;

/** Values that only a few tools take, so that they speak for a tool by themselves. */
const NAMING_TRAITS: ReadonlySet<ParameterTrait> = new Set(['expression', 'unit']);

/** Parameters whose values can be told by their looks: having one is half a word for the tool. */
const TELLING_TRAITS: ReadonlySet<ParameterTrait> = new Set(['path', 'url', 'email', 'zone', 'date']);

const VALUES_TO_USE: ReadonlySet<string> = new Set([
  'quoted',
  'json',
  'url',
  'email',
  'date',
  'path',
  'code',
  'number',
  'reference',
]);

/**
 * The tool that fits a request best, by its words and by what becomes of the request when it is cut into the tool's
 * arguments; null if none fits.
 */
export function chooseTool(ranking: ToolRanking, request: RequestText): Choice | null {
  const ranked = ranking.rank(queryTerms(request)).slice(0, SHORT_LIST);
  let best: Choice | null = null;
  for (const tool of ranked) {
    const choice = assess(tool, request);
    if (choice && (!best || choice.score > best.score)) best = choice;
  }
  return best;
}

/** How a ranked tool fares with its arguments; null if the request does not mean it at all. */
function assess({ profile, score, nameCoverage }: RankedTool, request: RequestText): Choice | null {
  const filling = fillArguments(profile, request);
  const isUsed = (span: { start: number; end: number }) => filling.used.some((used) => overlaps(used, span));
  const isComplete = filling.missing.length === 0;
  let content = 0;
  let named = 0;
  let filled = 0;
  let evidence = profile.parameters.some((parameter) => isNamedChoice(parameter, filling)) ? 1 : 0;
  if (profile.parameters.some((parameter) => isListOfNumbers(filling.values.get(parameter)))) evidence += 0.5;
  if (
    profile.parameters.some(
      (parameter) => TELLING_TRAITS.has(traitOf(parameter)) && isFound(filling.values.get(parameter), request),
    )
  )
    evidence += 0.5;
  for (const word of request.words) {
    if (STOP_WORDS.has(word.lower) || (/^\p{N}+$/u.test(word.text) && !isUsed(word))) continue;
    if (isUnspaced(word.text) && /^\p{Script=Hiragana}+$/u.test(word.text)) continue;
    const weight = BOILERPLATE_WORDS.has(word.lower) ? 0.4 : 1;
    content += weight;
    const likeness = isUsed(word) ? 0 : toolWordLikeness(word, profile);
    if (isUsed(word)) filled += weight;
    if (
      isComplete &&
      filling.labels.some((label) => overlaps(label, word)) &&
      profile.subjectTerms.has(word.terms.at(-1) ?? '')
    )
      evidence += 1;
    if (isUsed(word)) continue;
    if (likeness > 0) named += weight;
    evidence += likeness;
  }
  if (evidence < LEAST_EVIDENCE && nameCoverage === 0) return null;
  const absorbed = filling.absorbing ? (content - filled - named) * 0.5 : 0;
  const explained = content === 0 ? 0 : (filled + named + absorbed) / content;
  const least = filling.missing.length > 0 ? LEAST_EXPLAINED_TO_ASK : LEAST_EXPLAINED;
  if (explained < least) return null;
  const unused = request.candidates.filter((candidate) => VALUES_TO_USE.has(candidate.kind) && !isUsed(candidate));
  const telling = unused.filter(({ kind }) => kind === 'date' || kind === 'path').length;
  const factor =
    MISSING_FACTOR ** filling.missing.length *
    UNUSED_VALUE_FACTOR ** Math.min(unused.length, 3) *
    UNUSED_TELLING_FACTOR ** Math.min(telling, 2) *
    (1 - UNEXPLAINED_WEIGHT * (1 - explained)) *
    (sharesDirection(profile, request) ? DIRECTION_FACTOR : 1);
  return { profile, filling, score: score * factor, explained, nameCoverage };
}

function isListOfNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every((entry) => typeof entry === 'number');
}

function isFound(value: unknown, { candidates }: RequestText): boolean {
  return candidates.some(
    (candidate) => candidate.value === value && TELLING_TRAITS.has(candidate.kind as ParameterTrait),
  );
}

/** Whether a word of the request stands before the same preposition as in the tool's description, with a value behind. */
function sharesDirection({ directions }: ToolProfile, { words }: RequestText): boolean {
  return words.some((word, index) => {
    const next = words[index + 1]?.lower ?? '';
    const term = word.terms.at(-1) ?? '';
    return words[index + 2] !== undefined && directions.has(directionOf(term, next));
  });
}

function isNamedChoice(parameter: ToolParameter, { values }: Filling): boolean {
  return (parameter.enumValues !== null || NAMING_TRAITS.has(traitOf(parameter))) && values.has(parameter);
}
