import { LoggerFactory, requireArgument, requireNonNull } from '@toolwright/core';
import { ToolIndex } from '../ToolIndex.js';
import type { ToolReference } from '../ToolReference.js';
import type { ToolSearchExplanation } from '../ToolSearchExplanation.js';
import { DEFAULT_MAX_RESULTS, hasSessionId, type ToolSearchRequest } from '../ToolSearchRequest.js';
import { NOTHING_FOUND, type ToolSearchResponse } from '../ToolSearchResponse.js';

const logger = LoggerFactory.getLogger('toolwright.tool-search.hybrid');

/** How a {@link HybridToolIndex} joins two rankings. */
export interface HybridToolIndexOptions {
  /** How little the first places count more than the next ones, above 0; default 5 (Spec SX-18; measured, see BENCH.md). */
  readonly rankConstant?: number;
  /** How many hits of each ranking are joined, at least; default 50. */
  readonly candidates?: number;
  /** How much a place in the ranking by meaning counts against one in the ranking by words, at least 0; default 0.4. */
  readonly vectorWeight?: number;
}

/**
 * Finds tools by words and by meaning: the rankings of two indexes are joined by reciprocal rank, a tool scores
 * `1 / (5 + place)` by its words and 0.4 of that by its meaning. Where embedding fails it searches by words alone, and says so in the log once, until it
 * works again (Spec SX-18).
 *
 * Safe for concurrent use if both indexes are.
 */
export class HybridToolIndex extends ToolIndex {
  readonly #keywordIndex: ToolIndex;
  readonly #vectorIndex: ToolIndex;
  readonly #rankConstant: number;
  readonly #candidates: number;
  readonly #vectorWeight: number;
  /** Sessions whose tools the index by meaning does not have. */
  readonly #withoutVectors = new Set<string>();
  #warned = false;

  /**
   * @param keywordIndex usually a `KeywordToolIndex`
   * @param vectorIndex usually a `VectorToolIndex`
   * @throws {IllegalArgumentException} if an index is missing or an option is out of its range
   */
  constructor(keywordIndex: ToolIndex, vectorIndex: ToolIndex, options: HybridToolIndexOptions = {}) {
    super();
    this.#keywordIndex = requireNonNull(keywordIndex, 'keywordIndex must not be null');
    this.#vectorIndex = requireNonNull(vectorIndex, 'vectorIndex must not be null');
    const { rankConstant = 5, candidates = 50, vectorWeight = 0.4 } = options;
    requireArgument(rankConstant > 0, 'rankConstant must be positive');
    requireArgument(Number.isInteger(candidates) && candidates > 0, 'candidates must be a positive integer');
    requireArgument(vectorWeight >= 0, 'vectorWeight must not be negative');
    this.#rankConstant = rankConstant;
    this.#candidates = candidates;
    this.#vectorWeight = vectorWeight;
  }

  override async indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void> {
    await this.#keywordIndex.indexTools(sessionId, tools);
    if (this.#withoutVectors.has(sessionId)) return;
    try {
      await this.#vectorIndex.indexTools(sessionId, tools);
    } catch (error) {
      this.#withoutVectors.add(sessionId);
      this.#warn(error);
    }
  }

  override async search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse> {
    signal?.throwIfAborted();
    if (!hasSessionId(request, logger)) return NOTHING_FOUND;
    const started = performance.now();
    const maxResults = Math.max(1, request.maxResults ?? DEFAULT_MAX_RESULTS);
    const wider = { ...request, maxResults: Math.max(maxResults, this.#candidates) };
    const [byWords, byMeaning] = await Promise.all([
      this.#keywordIndex.search(wider, signal),
      this.#searchByMeaning(wider, signal),
    ]);
    if (!byWords.searchMetadata && !byMeaning.searchMetadata) return NOTHING_FOUND;
    const joined = this.#join(byWords.toolReferences, byMeaning.toolReferences);
    return {
      toolReferences: joined.slice(0, maxResults),
      totalMatches: Math.max(joined.length, byWords.totalMatches ?? 0),
      searchMetadata: {
        searchType: 'HybridToolIndex',
        query: request.query,
        searchTimeMs: performance.now() - started,
      },
    };
  }

  override async clearIndex(sessionId: string): Promise<void> {
    this.#withoutVectors.delete(sessionId);
    await Promise.all([this.#keywordIndex.clearIndex(sessionId), this.#vectorIndex.clearIndex(sessionId)]);
  }

  /** With the fields in which the words were found; a tool that was found by its meaning alone has none. */
  override async explain(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchExplanation> {
    const explanation = await super.explain(request, signal);
    const wider = { ...request, maxResults: Math.max(request.maxResults ?? DEFAULT_MAX_RESULTS, this.#candidates) };
    const { hits } = await this.#keywordIndex.explain(wider, signal);
    const matches = new Map(hits.map((hit) => [hit.toolReference.toolName, hit.matches] as const));
    return {
      ...explanation,
      hits: explanation.hits.map(({ toolReference }) => ({
        toolReference,
        matches: matches.get(toolReference.toolName) ?? [],
      })),
    };
  }

  async #searchByMeaning(request: ToolSearchRequest, signal: AbortSignal | undefined): Promise<ToolSearchResponse> {
    if (this.#withoutVectors.has(request.sessionId)) return NOTHING_FOUND;
    try {
      const response = await this.#vectorIndex.search(request, signal);
      if (response.searchMetadata) this.#warned = false;
      return response;
    } catch (error) {
      signal?.throwIfAborted();
      this.#warn(error);
      return NOTHING_FOUND;
    }
  }

  #join(byWords: readonly ToolReference[], byMeaning: readonly ToolReference[]): readonly ToolReference[] {
    const joined = new Map<string, { readonly tool: ToolReference; score: number }>();
    const add = (tools: readonly ToolReference[], weight: number): void => {
      tools.forEach((tool, place) => {
        const known = joined.get(tool.toolName) ?? { tool, score: 0 };
        known.score += weight / (this.#rankConstant + place + 1);
        joined.set(tool.toolName, known);
      });
    };
    add(byWords, 1);
    add(byMeaning, this.#vectorWeight);
    return [...joined.values()]
      .sort((a, b) => b.score - a.score)
      .map(({ tool, score }) => ({ ...tool, relevanceScore: score }));
  }

  #warn(err: unknown): void {
    if (this.#warned) return;
    this.#warned = true;
    logger.warn('Tools are searched by words alone, because the search by meaning fails.', { err });
  }
}
