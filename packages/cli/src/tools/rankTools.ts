import type { ToolFieldMatch, ToolIndex, ToolReference } from '@toolwright/tool-search';
import type { InspectedApplication } from '../application/openApplication.js';
import { UsageException } from '../application/UsageException.js';
import type { ApplicationTool } from './ApplicationTool.js';

type ToolSearch = typeof import('@toolwright/tool-search');

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

const SESSION = 'toolwright-command-line';

/**
 * Searches the tools of an application as its model would: through its own {@link ToolIndex} where it has one, else
 * through a keyword index.
 *
 * @throws {UsageException} if the application has no tool search
 */
export async function rankTools(
  { context, packages }: InspectedApplication,
  tools: readonly ApplicationTool[],
  query: string,
  maxResults: number,
): Promise<ToolRanking> {
  const search = await packages.load<ToolSearch>('@toolwright/tool-search');
  if (!search) {
    throw new UsageException(
      'The application has no tool search. Install it: npm install @toolwright/starter-tool-search',
    );
  }
  const index: ToolIndex = context.containsBean(search.ToolIndex)
    ? await context.getAsync<ToolIndex>(search.ToolIndex)
    : new search.KeywordToolIndex();
  const references = new Map<string, ToolReference>();
  for (const { callback } of tools) {
    const { definition, metadata } = callback;
    references.set(definition.name, search.toolReferenceOf(definition, metadata.attributes['category']));
  }
  await index.indexTools(SESSION, [...references.values()]);
  try {
    const { searchType, totalMatches, hits } = await index.explain({ sessionId: SESSION, query, maxResults });
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
    await index.clearIndex(SESSION);
  }
}
