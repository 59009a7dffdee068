import type { ToolReference } from './ToolReference.js';
import type { ToolFieldMatch } from './ToolSearchExplanation.js';

/**
 * Where a query is found in a tool, by an index that searches name and description only.
 *
 * @param find the words that are found in a text
 */
export function matchesInTexts(
  { toolName, summary }: ToolReference,
  find: (text: string) => readonly string[],
): readonly ToolFieldMatch[] {
  const matches: readonly ToolFieldMatch[] = [
    { field: 'toolName', words: [...new Set(find(toolName))] },
    { field: 'summary', words: [...new Set(find(summary))] },
  ];
  return matches.filter(({ words }) => words.length > 0);
}
