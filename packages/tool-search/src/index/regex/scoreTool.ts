import type { ToolReference } from '../ToolReference.js';
import type { WordFinder, WordMatches } from './WordFinder.js';

/**
 * How well a tool fits a query: two points per match in the name and one per match in the description, plus up to one
 * and up to half a point for a match near the beginning. 0 if nothing matches.
 */
export function scoreTool(finder: WordFinder, { toolName, summary }: ToolReference): number {
  return scoreMatches(finder.find(toolName), 2, 1) + scoreMatches(finder.find(summary), 1, 0.5);
}

function scoreMatches({ count, first }: WordMatches, pointsPerMatch: number, pointsForPosition: number): number {
  return count === 0 ? 0 : count * pointsPerMatch + pointsForPosition / (1 + 0.1 * first);
}
