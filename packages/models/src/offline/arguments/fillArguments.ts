import type { ToolProfile } from '../ranking/ToolProfile.js';
import type { ToolParameter } from '../schema/ToolParameter.js';
import { STOP_WORDS } from '../words/stopWords.js';
import { termsOf } from '../words/words.js';
import { overlaps, type Candidate } from './Candidate.js';
import { type Cue, cueFor, stands, surroundingsOf, type Surroundings } from './cues.js';
import { findEnumValues } from './findEnumValues.js';
import { findLabelled } from './findLabelled.js';
import { countCue, signed } from './quantities.js';
import { traitOf } from './parameterTraits.js';
import { prepositionFit } from './prepositions.js';
import { namesTool, searchWords, type Span, subjectWords, verbatimText } from './remainder.js';
import type { RequestText } from './RequestText.js';
import { fitOf } from './valueFit.js';

/** The arguments that a request has for a tool. */
export interface Filling {
  /** The values by parameter; {@link PREVIOUS_RESULT} where the result of an earlier part goes. */
  readonly values: ReadonlyMap<ToolParameter, unknown>;
  /** Required parameters for which the request has no value. */
  readonly missing: readonly ToolParameter[];
  /** The places of the request that went into arguments. */
  readonly used: readonly Span[];
  /** The places of the request that name the parameter of a value beside them. */
  readonly labels: readonly Span[];
  /** Whether a free text took up what was left of the request. */
  readonly absorbing: boolean;
}

interface Pair {
  readonly parameter: ToolParameter;
  readonly candidate: Candidate;
  readonly score: number;
  readonly value: unknown;
  readonly cue: Cue;
}

/** Least score with which a value is given to a required and to an optional parameter. */
const REQUIRED_SCORE = 4;
const OPTIONAL_SCORE = 12;
/** What {@link prepositionFit} gives if the parameter's name asks for the preposition. */
const OWN_PREPOSITION = 5;
/** From this on a value's looks alone say which kind of parameter it is for. */
const UNMISTAKABLE_SCORE = 12;

/** Finds the arguments of a tool in a request: the best pairs of parameter and value first, each used once. */
export function fillArguments(profile: ToolProfile, request: RequestText): Filling {
  const values = new Map<ToolParameter, unknown>();
  const used: Span[] = [];
  const labels: Span[] = [];
  for (const { parameter, candidate, value, cue } of pairs(profile, request)) {
    if (values.has(parameter) || used.some((span) => overlaps(span, candidate))) continue;
    values.set(parameter, value);
    used.push(cue);
    if (cue.start < candidate.start) labels.push({ start: cue.start, end: candidate.start });
    if (cue.end > candidate.end) labels.push({ start: candidate.end, end: cue.end });
  }
  for (const parameter of profile.parameters) {
    if (values.has(parameter)) continue;
    const value = parameter.kind === 'array' ? listFor(parameter, request, used) : flagFor(parameter, profile, request);
    if (value !== undefined) values.set(parameter, value);
  }
  const absorbing = addRemainder(profile, request, values, used);
  return {
    values,
    missing: profile.parameters.filter((parameter) => parameter.required && !values.has(parameter)),
    used,
    labels,
    absorbing,
  };
}

function pairs(profile: ToolProfile, request: RequestText): readonly Pair[] {
  const found: Pair[] = [];
  const known = new Map<Candidate, Surroundings>();
  for (const parameter of profile.parameters) {
    if (parameter.kind === 'array' && !request.refers) continue;
    const candidates = parameter.enumValues
      ? findEnumValues(parameter.enumValues, request)
      : [...request.candidates, ...findLabelled(parameter, request)];
    for (const candidate of candidates) {
      const fit = candidate.kind === 'value' ? { score: 14, value: candidate.value } : fitOf(parameter, candidate);
      if (!fit || (candidate.kind === 'phrase' && namesTool(candidate, request, profile))) continue;
      let surroundings = known.get(candidate);
      if (!surroundings) {
        surroundings = surroundingsOf(candidate, request);
        known.set(candidate, surroundings);
      }
      if (candidate.kind === 'phrase' && !isPlausiblePhrase(parameter, candidate, surroundings)) continue;
      const cue = countCue(
        parameter,
        candidate,
        surroundings,
        profile,
        cueFor(parameter, candidate, surroundings, profile.verbs),
      );
      const unit = candidate.kind === 'value' || candidate.kind === 'unit' ? unitFit(parameter, candidate, request) : 0;
      const preposition = prepositionFit(parameter, surroundings.preposition);
      const score = fit.score + cue.score + unit + preposition;
      if (score < (parameter.required ? REQUIRED_SCORE : OPTIONAL_SCORE)) {
        if (parameter.required || !isPlace(parameter, candidate, preposition)) continue;
      }
      const cued = cue.score >= 4 || candidate.kind === 'value' || fit.score >= UNMISTAKABLE_SCORE;
      if (!parameter.required && !cued && preposition < OWN_PREPOSITION) continue;
      found.push({ parameter, candidate, score, value: signed(parameter, fit.value, request), cue });
    }
  }
  // The sort is stable: equal pairs stay in the order of the parameters, then of the values.
  return found.sort((a, b) => b.score - a.score);
}

/** A phrase can be a place in a file system only if it is one word and is said to be where something is. */
function isPlausiblePhrase(parameter: ToolParameter, { text }: Candidate, { preposition }: Surroundings): boolean {
  return traitOf(parameter) !== 'path' || (!/\s/.test(text) && (preposition === 'in' || preposition === 'from'));
}

/** Whether a word is said to be where something is, and the parameter is for that: `in docs`. */
function isPlace(parameter: ToolParameter, { kind }: Candidate, preposition: number): boolean {
  return kind === 'phrase' && preposition === OWN_PREPOSITION && traitOf(parameter) === 'path';
}

/** A unit that stands behind a number is the unit that the number has, not the one that is wanted. */
function unitFit(parameter: ToolParameter, { start }: Candidate, { text }: RequestText): number {
  if (!/\d\s*°?\s*$/.test(text.slice(Math.max(0, start - 8), start))) return 0;
  return prepositionFit(parameter, 'to') === OWN_PREPOSITION ? -9 : 6;
}

/** All values of the right kind that are left, for an array parameter; undefined if there are none. */
function listFor(parameter: ToolParameter, request: RequestText, used: Span[]): unknown {
  const { items } = parameter;
  if (!items) return undefined;
  const written = request.candidates.find(
    ({ kind, value, ...span }) =>
      kind === 'json' && Array.isArray(value) && !used.some((other) => overlaps(other, span)),
  );
  if (written) {
    used.push(written);
    return written.value;
  }
  const numeric = items.kind === 'number' || items.kind === 'integer';
  const all: readonly Candidate[] = items.enumValues
    ? findEnumValues(items.enumValues, request)
    : request.candidates.filter(({ kind }) => (numeric ? kind === 'number' : kind === 'quoted'));
  let free = all.filter((candidate) => !used.some((span) => overlaps(span, candidate)));
  if (free.length === 0 && !numeric && !items.enumValues) {
    free = request.candidates.filter(
      (candidate) =>
        (candidate.kind === 'name' || candidate.kind === 'code' || candidate.kind === 'path') &&
        !used.some((span) => overlaps(span, candidate)),
    );
  }
  if (free.length === 0 || (!parameter.required && !items.enumValues)) return undefined;
  used.push(...free);
  return [...free].sort((a, b) => a.start - b.start).map(({ value }) => value);
}

/** The value of a switch: true if the request has its name, false if `not` or `without` stands before it. */
function flagFor(parameter: ToolParameter, profile: ToolProfile, request: RequestText): boolean | undefined {
  if (parameter.kind !== 'boolean') return undefined;
  const own = parameter.nameTerms.filter((term) => !profile.nameTerms.has(term));
  const described = describedFlag(parameter, request);
  if (described) return true;
  if (own.length === 0) return undefined;
  const words = request.words.map((word) => word.lower);
  const index = request.words.findIndex((_, i) => matches(request, i, own));
  if (index >= 0)
    return !words.slice(Math.max(0, index - 2), index).some((word) => /^(?:not?|without|never|non)$/.test(word));
  if (!parameter.required) return undefined;
  if (words.some((word) => /^(?:true|yes|on|enabled?)$/.test(word))) return true;
  return words.some((word) => /^(?:false|no|off|disabled?)$/.test(word)) ? false : undefined;
}

/** Whether the request has all words that say what the switch does, such as `Drop duplicates`. */
function describedFlag({ description }: ToolParameter, { words }: RequestText): boolean {
  const [clause = ''] = description.split(/[:;.,(]/, 1);
  const wanted = termsOf(clause).filter((term) => !STOP_WORDS.has(term));
  if (wanted.length < 2) return false;
  const first = words.findIndex((word) => stands(word, wanted[0] ?? ''));
  return (
    first >= 0 &&
    !/^(?:not?|without|never|don['’]t)$/.test(words[first - 1]?.lower ?? '') &&
    wanted.every((term) => words.slice(first, first + wanted.length + 2).some((word) => stands(word, term)))
  );
}

function matches({ words }: RequestText, index: number, terms: readonly string[]): boolean {
  return terms.every(
    (term, offset) => words[index + offset] !== undefined && words[index + offset]?.lower.startsWith(term),
  );
}

/** Gives what is left of the request to the one required text that has no value yet. */
function addRemainder(
  profile: ToolProfile,
  request: RequestText,
  values: Map<ToolParameter, unknown>,
  used: Span[],
): boolean {
  const open = profile.parameters.filter(
    (parameter) =>
      parameter.required && !values.has(parameter) && parameter.kind === 'string' && parameter.enumValues === null,
  );
  const [parameter] = open;
  if (!parameter || open.length > 1) return false;
  const trait = traitOf(parameter);
  if (trait === 'query' || (trait !== 'text' && profile.verbs.has('search'))) {
    const query = searchWords(request, profile, used);
    if (query === '') return false;
    values.set(parameter, query);
    return true;
  }
  if (trait !== 'text' && trait !== 'noun') return false;
  const text = (trait === 'text' && verbatimText(request, used)) || subjectWords(request, profile, used);
  if (text === '' || STOP_WORDS.has(text.toLowerCase())) return false;
  values.set(parameter, text);
  const start = request.text.indexOf(text);
  if (start >= 0) used.push({ start, end: start + text.length });
  return false;
}
