import type { ToolProfile } from '../ranking/ToolProfile.js';
import { BOILERPLATE_WORDS, STOP_WORDS } from '../words/stopWords.js';
import { synonymsOf } from '../words/synonyms.js';
import { isUnspaced, type Word } from '../words/words.js';
import { type CandidateKind, overlaps } from './Candidate.js';
import type { RequestText } from './RequestText.js';

/** A stretch of a request. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const WHOLE: ReadonlySet<CandidateKind> = new Set(['path', 'url', 'email', 'date']);

/** What introduces the subject of a search: everything behind it is looked for. */
const SUBJECT_MARKERS =
  /\b(?:about|regarding|concerning|containing|mentioning|matching|related to|on how to|how (?:do|can|could|should|would|does|to) ?(?:i|we|you|one|it)?|(?:explain|describe|mention|cover|discus|document|say|tell)s?e?s?(?: (?:about|how|what|why|when|the|us|me|you)\b)*(?: to)?|for|with|on|of|named|called)\b/gi;

/** A place at the end of a request: `in the docs`. */
const TRAILING_PLACE =
  /\s(?:in|from|on|of|within|across|through)\s+(?:the\s+|our\s+|your\s+|my\s+|all\s+|these\s+)*([^,.?!]+)$/i;

/** Where a verbatim text begins. */
const TEXT_MARKERS = /(?::|\b(?:saying|says|that says|with the text|the text|text|reading)\b:?)\s+/i;

/**
 * The words of a request that say what to search for: without the words that led to the tool, the values already used and
 * words without meaning. `''` if nothing is left.
 */
export function searchWords(request: RequestText, profile: ToolProfile, used: readonly Span[]): string {
  const text = request.text.replace(/[\s?!.]+$/, '');
  let start = leadingEnd(request, profile, used);
  for (const { 0: marker, index } of text.matchAll(SUBJECT_MARKERS)) {
    const lead = request.words.filter((word) => word.end <= index);
    if (!lead.every((word) => isLead(word, profile, used))) break;
    if (request.words.some((word) => word.start >= index + marker.length))
      start = Math.max(start, index + marker.length);
  }
  let end = text.length;
  const place = TRAILING_PLACE.exec(text);
  if (place && place.index > start) {
    const words = request.words.filter((word) => word.start >= place.index && word.end <= end);
    if (words.every((word) => isLead(word, profile, used))) end = place.index;
  }
  const kept = request.words.filter(
    (word) => word.start >= start && word.end <= end && !STOP_WORDS.has(word.lower) && !isUsed(word, used),
  );
  while (kept.length > 1 && BOILERPLATE_WORDS.has(kept.at(-1)?.lower ?? '')) kept.pop();
  return joinWords(request.text, kept);
}

/** Joins words as they are written; characters such as `+` or `-` inside and behind a word stay with it. */
function joinWords(text: string, words: readonly Word[]): string {
  let joined = '';
  let previous: Word | null = null;
  for (const word of words) {
    const between: string = previous ? text.slice(previous.end, word.start) : '';
    joined +=
      previous && !/[\s,;]/.test(between) && between !== ''
        ? between + word.text
        : `${joined === '' || (between === '' && previous) ? '' : ' '}${word.text}`;
    previous = word;
  }
  return joined;
}

/** The index behind the words at the beginning that only lead to the tool. */
function leadingEnd(request: RequestText, profile: ToolProfile, used: readonly Span[]): number {
  let end = 0;
  for (const word of request.words) {
    const named = word.terms.every((term) => profile.nameTerms.has(term));
    if (!named && !STOP_WORDS.has(word.lower) && !BOILERPLATE_WORDS.has(word.lower) && !isUsed(word, used)) break;
    end = word.end;
  }
  return end;
}

function isLead(word: Word, profile: ToolProfile, used: readonly Span[]): boolean {
  return (
    STOP_WORDS.has(word.lower) || BOILERPLATE_WORDS.has(word.lower) || isUsed(word, used) || isToolWord(word, profile)
  );
}

/** The first stretch of a request that neither names the tool nor is used already nor is without meaning; `''` if none. */
export function subjectWords(request: RequestText, profile: ToolProfile, used: readonly Span[]): string {
  let run: Word[] = [];
  let best: Word[] = [];
  let previous = '';
  for (const word of request.words) {
    const free =
      !STOP_WORDS.has(word.lower) &&
      !BOILERPLATE_WORDS.has(word.lower) &&
      !isUsed(word, used) &&
      !isToolWord(word, profile) &&
      !isParticle(word.text) &&
      !isPartOfValue(word, request) &&
      previous !== 'how';
    previous = word.lower;
    const adjacent = run.length === 0 || /^[\s'’&+-]*$/.test(request.text.slice(run.at(-1)?.end, word.start));
    if (free && adjacent) run.push(word);
    else run = free ? [word] : [];
    if (run.length > best.length) best = [...run];
  }
  const [first] = best;
  const last = best.at(-1);
  return first && last ? withoutParticle(request.text.slice(first.start, last.end)) : '';
}

/** What follows a colon or a word such as `saying`, as it is written; `''` if the request has none. */
export function verbatimText(request: RequestText, used: readonly Span[]): string {
  const marker = TEXT_MARKERS.exec(request.text);
  if (!marker) return '';
  const start = marker.index + marker[0].length;
  if (used.some((span) => span.end > start)) return '';
  return request.text.slice(start).trim();
}

function isUsed(word: Word, used: readonly Span[]): boolean {
  return used.some((span) => overlaps(span, word));
}

/** Whether the word is in a path, an address or a date, which are taken whole or not at all. */
function isPartOfValue(word: Word, { candidates }: RequestText): boolean {
  return candidates.some(({ kind, ...span }) => WHOLE.has(kind) && overlaps(span, word));
}

/** Whether the word is one of the tool's own, or stands for one. */
function isToolWord(word: Word, profile: ToolProfile): boolean {
  return toolWordLikeness(word, profile) > 0;
}

/** How much the word speaks for the tool: 1 if it is one of its words, 0.5 if it can stand for one, else 0. */
export function toolWordLikeness(word: Word, profile: ToolProfile): number {
  const terms = word.terms;
  if (isUnspaced(word.text) && terms[0] === word.text)
    return profile.definition.description.includes(word.text) ? 1 : 0;
  let likeness = terms.length > 0 ? 1 : 0;
  for (const term of terms) {
    if (profile.weights.has(term)) continue;
    likeness = [...synonymsOf(term)].some((synonym) => profile.weights.has(synonym)) ? Math.min(likeness, 0.5) : 0;
    if (likeness === 0) break;
  }
  return likeness;
}

/** Whether a stretch of the request only names the tool. */
export function namesTool(span: Span, request: RequestText, profile: ToolProfile): boolean {
  return request.words
    .filter((word) => overlaps(word, span))
    .every((word) => STOP_WORDS.has(word.lower) || toolWordLikeness(word, profile) === 1);
}

/** Japanese words in Hiragana only are almost always grammar, Korean ones that end a sentence a verb. */
function isParticle(text: string): boolean {
  return /^[\p{Script=Hiragana}ー]+$/u.test(text) || /(?:줘|주세요|까요?|나요|니다|어요|아요|해요)$/u.test(text);
}

function withoutParticle(text: string): string {
  return /^\p{Script=Hangul}{2,}$/u.test(text)
    ? text.replace(/(?:에서|으로|의|을|를|은|는|이|가|에|로|와|과)$/u, '')
    : text;
}
