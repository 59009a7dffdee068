import { LoggerFactory } from '@toolwright/core';
import { SharedToolSets } from '../shared/SharedToolSets.js';
import { isOfCategory } from '../isOfCategory.js';
import { ToolIndex } from '../ToolIndex.js';
import { matchesInTexts } from '../matchesInTexts.js';
import type { ToolReference } from '../ToolReference.js';
import type { ToolFieldMatch } from '../ToolSearchExplanation.js';
import { DEFAULT_MAX_RESULTS, hasSessionId, type ToolSearchRequest } from '../ToolSearchRequest.js';
import { NOTHING_FOUND, type ToolSearchResponse } from '../ToolSearchResponse.js';
import { LuceneField } from './LuceneField.js';
import { wordsOf } from './wordsOf.js';

const DEFAULT_MIN_SCORE_THRESHOLD = 0.25;

/** What is read of a query: finding the words takes a time that grows with the square of the length. */
const MOST_CHARACTERS = 5_000;

const logger = LoggerFactory.getLogger('toolwright.tool-search.lucene');

/** The two searched texts of a set of tools. */
interface Fields {
  readonly name: LuceneField;
  readonly description: LuceneField;
}

/**
 * Finds tools by whole words of their names and descriptions, ranked by BM25 as Lucene does: a word that few tools have
 * counts more, the name counts more than the description, and words in the order of the query count more than scattered
 * ones. Words are those of UAX 29, so an identifier such as `getWeather` is one word and is found only as a whole; for
 * queries in a user's words see {@link KeywordToolIndex}.
 *
 * The scores depend on the tools of the session alone. Sessions with the same tools share one structure in memory. A
 * category filter restricts the results to that category, ignoring case, and changes no score. Safe for concurrent use.
 */
export class LuceneToolIndex extends ToolIndex {
  /** Hits below this score are dropped, after the list was cut. */
  readonly minScoreThreshold: number;
  // Not extended: the scores are those of the session's own tools, as Lucene computes them.
  readonly #sets = new SharedToolSets<Fields>({
    build: (tools) => ({
      name: new LuceneField(tools.map(({ toolName }) => toolName)),
      description: new LuceneField(tools.map(({ summary }) => summary)),
    }),
  });
  readonly #ids = new Map<string, number[]>();
  #nextId = 0;

  /** @param minScoreThreshold on the scale of the scores, 0 keeps every hit; default 0.25 */
  constructor(minScoreThreshold: number = DEFAULT_MIN_SCORE_THRESHOLD) {
    super();
    this.minScoreThreshold = minScoreThreshold;
  }

  override async indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void> {
    this.#sets.add(sessionId, tools);
    const ids = this.#ids.get(sessionId) ?? [];
    for (let added = 0; added < tools.length; added++) ids.push(this.#nextId++);
    this.#ids.set(sessionId, ids);
  }

  override async search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse> {
    signal?.throwIfAborted();
    const { sessionId, query } = request;
    if (!hasSessionId(request, logger)) return NOTHING_FOUND;
    const words = wordsOf(query.slice(0, MOST_CHARACTERS));
    const fields = words.length === 0 ? undefined : this.#sets.get(sessionId);
    if (!fields) return NOTHING_FOUND;
    const toolReferences = this.#best(request, scoresOf(fields, words));
    return {
      toolReferences,
      totalMatches: toolReferences.length,
      searchMetadata: { searchType: 'LuceneToolIndex', query },
    };
  }

  protected override matchesIn(tool: ToolReference, { query }: ToolSearchRequest): readonly ToolFieldMatch[] {
    const words = wordsOf(query);
    return matchesInTexts(tool, (text) => wordsOf(text).filter((word) => words.includes(word)));
  }

  override async clearIndex(sessionId: string): Promise<void> {
    this.#sets.remove(sessionId);
    this.#ids.delete(sessionId);
  }

  /** The ids of a session's entries in the order in which they were indexed; numbers run on over all sessions. */
  ids(sessionId: string): readonly number[] {
    return [...(this.#ids.get(sessionId) ?? [])];
  }

  /** Removes one entry of a session; an id that is not there is no error. */
  delete(sessionId: string, id: number): void {
    const ids = this.#ids.get(sessionId) ?? [];
    const place = ids.indexOf(id);
    if (place < 0) return;
    ids.splice(place, 1);
    this.#sets.replace(
      sessionId,
      this.#sets.tools(sessionId).filter((_, index) => index !== place),
    );
  }

  /** The number of tools in a session, 0 if it is not known. */
  size(sessionId: string): number {
    return this.#sets.tools(sessionId).length;
  }

  /** First the best, then those of them that reach the threshold (Spec IX-K01c). */
  #best(
    { sessionId, maxResults, categoryFilter }: ToolSearchRequest,
    scores: ReadonlyMap<number, number>,
  ): readonly ToolReference[] {
    const tools = this.#sets.tools(sessionId);
    const accepts = isOfCategory(categoryFilter);
    return [...scores]
      .filter(([tool]) => !accepts || accepts(tools[tool] as ToolReference))
      .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b)
      .slice(0, Math.max(1, maxResults ?? DEFAULT_MAX_RESULTS))
      .filter(([, relevanceScore]) => relevanceScore >= this.minScoreThreshold)
      .map(([tool, relevanceScore]) => ({ ...(tools[tool] as ToolReference), relevanceScore }));
  }
}

function scoresOf({ name, description }: Fields, words: readonly string[]): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  description.scorePhrase(words, 1, scores);
  description.scoreWords(words, 1, scores);
  name.scorePhrase(words, 4, scores);
  name.scoreWords(words, 2, scores);
  return scores;
}
