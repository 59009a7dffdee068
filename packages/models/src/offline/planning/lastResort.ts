import { fillArguments } from '../arguments/fillArguments.js';
import type { RequestText } from '../arguments/RequestText.js';
import { searchWords } from '../arguments/remainder.js';
import { traitOf } from '../arguments/parameterTraits.js';
import type { ToolProfile } from '../ranking/ToolProfile.js';
import type { ToolRanking } from '../ranking/ToolRanking.js';
import { stem } from '../words/stem.js';
import type { Choice } from './chooseTool.js';

/** A question for knowledge, as opposed to one that wants something done. */
const QUESTION =
  /^\W*(?:(?:and|so|but|please|can you tell me|tell me|do you know|explain|describe)\W+)*(?:how|which|what|where|when|why)\b/i;
const SMALL_TALK =
  /\b(?:how (?:are|is it going|old are)|what(?:'s| is| are) (?:up|you|your)|who are) ?(?:you|things)?\b[\s?!.]*$/i;
const SEARCHES = new Set(['search', 'find', 'look', 'lookup', 'retrieve', 'query'].map(stem));
const READING_MATTER = new Set(
  'documentation docs document page article handbook manual guide wiki knowledge faq help'.split(' ').map(stem),
);

/** Words that people ask with and that a search for tools can use to find a {@link lastResort}. */
export const LAST_RESORT_TERMS: readonly string[] = ['search', 'documentation'];

/** Whether a request that no tool fits is a question that something written may answer. */
export function isKnowledgeQuestion({ text }: RequestText): boolean {
  return QUESTION.test(text) && !SMALL_TALK.test(text);
}

/**
 * For a question that no tool fits: the tool that searches documentation or the like, with the words of the question;
 * null if the request is no question or there is no such tool. Finding nothing there says more than having no tool.
 */
export function lastResort(ranking: ToolRanking, request: RequestText): Choice | null {
  if (!isKnowledgeQuestion(request)) return null;
  for (const profile of ranking.profiles) {
    const parameter = searchParameter(profile);
    if (!parameter) continue;
    const words = searchWords(request, profile, []);
    if (words === '') continue;
    const filling = fillArguments(profile, request);
    const values = new Map([[parameter, words], ...filling.values]);
    return { profile, filling: { ...filling, values, missing: [] }, score: 0, explained: 0, nameCoverage: 0 };
  }
  return null;
}

/** The one required text of a tool that searches something written; undefined if it is no such tool. */
function searchParameter({ verbs, nameTerms, subjectTerms, parameters }: ToolProfile) {
  const searches = [...verbs, ...nameTerms].some((term) => SEARCHES.has(term));
  if (!searches || ![...subjectTerms].some((term) => READING_MATTER.has(term))) return undefined;
  const required = parameters.filter((parameter) => parameter.required);
  const [only] = required;
  return required.length === 1 && only?.kind === 'string' && only.enumValues === null && traitOf(only) === 'query'
    ? only
    : undefined;
}
