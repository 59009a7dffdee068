import type { ToolCallback } from '@toolwright/tools';
import { toolReferenceOf } from '../disclosure/toolReferenceOf.js';
import type { ToolIndex } from '../index/ToolIndex.js';
import type { ToolReference } from '../index/ToolReference.js';
import type { ToolFieldMatch } from '../index/ToolSearchExplanation.js';

/** Tools in the order in which a search finds them. */
export interface ToolRanking {
  /** The class of the index that was asked. */
  readonly index: string;
  readonly query: string;
  /** How many tools fit, shown or not. */
  readonly totalMatches: number;
  readonly tools: readonly RankedTool[];
}

/** A tool that a search has found. */
export interface RankedTool {
  readonly name: string;
  /** Higher is better, on the scale of the index; null where the index gives none. */
  readonly score: number | null;
  readonly description: string;
  /** Where the query was found; empty where the index compares meanings. */
  readonly matches: readonly ToolFieldMatch[];
}

/**
 * Searches tools as a model would, in a session of its own that ends with the search, and tells why they were found; for
 * people who wonder about a ranking.
 *
 * @param callbacks of several tools with one name the last counts
 * @param maxResults how many are shown, at least 1
 */
export async function rankTools(
  index: ToolIndex,
  callbacks: readonly ToolCallback[],
  query: string,
  maxResults: number,
): Promise<ToolRanking> {
  const references = new Map<string, ToolReference>();
  for (const { definition, metadata } of callbacks) {
    references.set(definition.name, toolReferenceOf(definition, metadata.attributes['category']));
  }
  const sessionId = `toolwright-ranking-${crypto.randomUUID()}`;
  try {
    await index.indexTools(sessionId, [...references.values()]);
    const { searchType, totalMatches, hits } = await index.explain({ sessionId, query, maxResults });
    return {
      index: searchType,
      query,
      totalMatches,
      tools: hits.map(({ toolReference: { toolName, relevanceScore, summary }, matches }) => ({
        name: toolName,
        score: relevanceScore ?? null,
        description: summary,
        matches,
      })),
    };
  } finally {
    await index.clearIndex(sessionId);
  }
}
