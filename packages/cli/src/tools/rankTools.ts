import type { ToolIndex, ToolReference } from '@toolwright/tool-search';
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
    const response = await index.search({ sessionId: SESSION, query, maxResults });
    return {
      index: index.constructor.name,
      query,
      totalMatches: response.totalMatches ?? response.toolReferences.length,
      tools: response.toolReferences.map(({ toolName, relevanceScore, summary }) => ({
        name: toolName,
        score: relevanceScore ?? null,
        description: summary,
      })),
    };
  } finally {
    await index.clearIndex(SESSION);
  }
}
