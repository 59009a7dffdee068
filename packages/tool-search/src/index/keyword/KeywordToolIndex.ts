import { hasText, LoggerFactory } from '@toolwright/core';
import { SharedToolSets } from '../shared/SharedToolSets.js';
import { ToolIndex } from '../ToolIndex.js';
import type { ToolReference } from '../ToolReference.js';
import type { ToolFieldMatch } from '../ToolSearchExplanation.js';
import { DEFAULT_MAX_RESULTS, hasSessionId, type ToolSearchRequest } from '../ToolSearchRequest.js';
import { NOTHING_FOUND, type ToolSearchResponse } from '../ToolSearchResponse.js';
import { ExtendedKeywordIndex } from './ExtendedKeywordIndex.js';
import { KeywordIndex } from './KeywordIndex.js';

const logger = LoggerFactory.getLogger('toolwright.tool-search.keyword');

/**
 * Finds tools by queries in the words of a user; the recommended index. It searches names, descriptions, parameters with
 * their descriptions and allowed values, and categories. Words are compared by their stems, names are split at capitals,
 * digits and separators; synonyms, beginnings of words and one wrong letter in a longer word are found, and a query
 * may hold several wishes. A query of one token such as `get_*_data` is a pattern of names. Hits that are far worse than
 * the best one are left out, whatever the number of tools.
 *
 * Everything is kept in memory and prepared once for all sessions with the same tools, at the first search; a session with
 * some tools more prepares only those. Sessions never see each other's tools, and the score of a tool depends on the tools
 * of its session alone. A category filter narrows the
 * results to tools of that category, ignoring case. Safe for concurrent use.
 */
export class KeywordToolIndex extends ToolIndex {
  readonly #sets = new SharedToolSets<KeywordIndex | ExtendedKeywordIndex>({
    build: (tools) => new KeywordIndex(tools),
    extend: (base, more) => new ExtendedKeywordIndex(base as KeywordIndex, more),
  });

  override async indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void> {
    this.#sets.add(sessionId, tools);
  }

  override async search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse> {
    signal?.throwIfAborted();
    const { sessionId, query } = request;
    if (!hasSessionId(request, logger)) return NOTHING_FOUND;
    const index = hasText(query) ? this.#sets.get(sessionId) : undefined;
    if (!index) return NOTHING_FOUND;
    const started = performance.now();
    const hits = index.search(query, request.categoryFilter ?? null);
    return {
      toolReferences: hits
        .slice(0, Math.max(1, request.maxResults ?? DEFAULT_MAX_RESULTS))
        .map(({ tool, score }) => ({ ...tool, relevanceScore: score })),
      totalMatches: hits.length,
      searchMetadata: { searchType: 'KeywordToolIndex', query, searchTimeMs: performance.now() - started },
    };
  }

  protected override matchesIn(tool: ToolReference, request: ToolSearchRequest): readonly ToolFieldMatch[] {
    return this.#sets.get(request.sessionId)?.matchesIn(tool, request.query) ?? [];
  }

  override async clearIndex(sessionId: string): Promise<void> {
    this.#sets.remove(sessionId);
  }

  /** The number of tools in a session, 0 if it is not known. */
  size(sessionId: string): number {
    return this.#sets.tools(sessionId).length;
  }

  /** How many sets of tools, and differences to them, are prepared now for all sessions together (Spec SX-01a). */
  get preparedSets(): number {
    return this.#sets.count;
  }
}
