import type { ToolIndex, ToolRanking } from '@toolwright/tool-search';
import type { InspectedApplication } from '../application/openApplication.js';
import { UsageException } from '../application/UsageException.js';
import type { ApplicationTool } from './ApplicationTool.js';

type ToolSearch = typeof import('@toolwright/tool-search');

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
  return search.rankTools(
    index,
    tools.map(({ callback }) => callback),
    query,
    maxResults,
  );
}
