import type { ToolProfile } from '../ranking/ToolProfile.js';
import { impliedTerms, queryTerms } from '../ranking/queryTerms.js';
import { isKnowledgeQuestion, LAST_RESORT_TERMS } from './lastResort.js';
import type { RequestText } from '../arguments/RequestText.js';
import { isUnspaced, wordsOf } from '../words/words.js';
import { stem } from '../words/stem.js';
import { STOP_WORDS } from '../words/stopWords.js';
import { synonymsOf } from '../words/synonyms.js';
import { type CandidateKind, overlaps } from '../arguments/Candidate.js';

/** The framework's name for the tool that discovers tools. */
const SEARCH_TOOL_NAME = 'toolsearchtool';
const MAX_SYNONYMS = 3;
/** Values whose words may also name a tool. */
const SEARCHABLE: ReadonlySet<CandidateKind> = new Set(['phrase', 'name', 'reference', 'unit']);
const SEARCHES_TOOLS = /\b(?:search|find|discover|look)\w*\b(?:\W+\w+){0,3}?\W+tools\b/i;

/**
 * The tool that searches for other tools: the framework's own, or one that says so in its description and is the only
 * one, or was when it was called.
 */
export function findSearchTool(profiles: readonly ToolProfile[], calledTools: ReadonlySet<string>): ToolProfile | null {
  const known = profiles.find(({ name }) => name.toLowerCase() === SEARCH_TOOL_NAME);
  if (known) return known;
  const telling = profiles.filter(({ definition }) => SEARCHES_TOOLS.test(definition.description));
  const [only] = telling;
  if (!only || telling.length > 1) return null;
  return profiles.length === 1 || calledTools.has(only.name) ? only : null;
}

/**
 * The words of a request to search tools by: what it wants done, without the values it wants it done with.
 *
 * @param widely also with the everyday words that such requests imply, for a second attempt
 */
export function toolQuery(request: RequestText, widely: boolean): string {
  const values = request.candidates.filter(({ kind }) => !SEARCHABLE.has(kind));
  const words: string[] = [];
  for (const word of wordsOf(request.text)) {
    if (STOP_WORDS.has(word.lower) || values.some((value) => overlaps(value, word))) continue;
    const text = isUnspaced(word.text) ? word.text : word.lower;
    if (!words.includes(text)) words.push(text);
  }
  const implied = impliedTerms(request);
  if (widely || words.length === 0) words.push(...implied.filter((term) => !words.includes(term)));
  if (widely) {
    if (isKnowledgeQuestion(request)) words.push(...LAST_RESORT_TERMS.filter((term) => !words.includes(term)));
    const stems = new Set(words.map(stem));
    for (const { term } of queryTerms(request)) {
      for (const synonym of [...synonymsOf(term)].slice(0, MAX_SYNONYMS)) if (!stems.has(synonym)) words.push(synonym);
    }
  }
  return words.length > 0 ? words.join(' ') : request.text.trim();
}

/** The arguments that hand a query to a search tool: its first required text, and a wider net if it has one. */
export function searchArguments(tool: ToolProfile, query: string, widely: boolean): Readonly<Record<string, unknown>> {
  const texts = tool.parameters.filter(({ kind }) => kind === 'string' || kind === 'any');
  const parameter = texts.find(({ required }) => required) ?? texts[0];
  const limit = tool.parameters.find(({ kind, nameTerms }) => kind === 'integer' && nameTerms.includes('max'));
  return {
    ...(parameter && { [parameter.name]: query }),
    ...(widely && limit && { [limit.name]: 10 }),
  };
}
