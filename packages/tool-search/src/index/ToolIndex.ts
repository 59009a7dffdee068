import type { ToolReference } from './ToolReference.js';
import type { ToolFieldMatch, ToolSearchExplanation } from './ToolSearchExplanation.js';
import type { ToolSearchRequest } from './ToolSearchRequest.js';
import type { ToolSearchResponse } from './ToolSearchResponse.js';

/**
 * Finds tools by a query in words. Every session has its own tools and never sees those of another. One index serves
 * any number of concurrent sessions; the advisor never indexes and clears one session at the same time.
 */
export abstract class ToolIndex {
  /** Adds one tool to a session. */
  async indexTool(sessionId: string, tool: ToolReference): Promise<void> {
    await this.indexTools(sessionId, [tool]);
  }

  /** Adds tools to a session, in order, beside those that it has already. The list must not change afterwards. */
  abstract indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void>;

  /**
   * The tools of the request's session that fit its query, best first.
   *
   * @param signal ends a search that waits; it then rejects with the signal's reason
   */
  abstract search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse>;

  /** Forgets all tools of a session; a session that is not known is no error. */
  abstract clearIndex(sessionId: string): Promise<void>;

  /**
   * Searches, and tells with each hit where the query was found. For people who wonder about a ranking; takes longer than
   * {@link search}.
   *
   * @param signal ends a search that waits; it then rejects with the signal's reason
   */
  async explain(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchExplanation> {
    const { toolReferences, totalMatches, searchMetadata } = await this.search(request, signal);
    return {
      searchType: searchMetadata?.searchType ?? this.constructor.name,
      query: request.query,
      totalMatches: totalMatches ?? toolReferences.length,
      hits: toolReferences.map((toolReference) => ({
        toolReference,
        matches: this.matchesIn(toolReference, request),
      })),
    };
  }

  /** Where the query of `request` is found in one of its hits; nothing, unless a subclass knows. */
  protected matchesIn(_tool: ToolReference, _request: ToolSearchRequest): readonly ToolFieldMatch[] {
    return [];
  }
}
