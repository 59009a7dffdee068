import type { RE2JS } from 're2js';

/**
 * How well a tool fits a pattern: two points per match in the name and one per match in the description, plus up to one
 * and up to half a point for a match near the beginning. 0 if nothing matches.
 */
export function scoreTool(pattern: RE2JS, name: string, description: string): number {
  return scoreText(pattern, name, 2, 1) + scoreText(pattern, description, 1, 0.5);
}

function scoreText(pattern: RE2JS, text: string, pointsPerMatch: number, pointsForPosition: number): number {
  const matcher = pattern.matcher(text);
  if (!matcher.find()) return 0;
  const first = matcher.start();
  let matches = 1;
  while (matcher.find()) matches += 1;
  return matches * pointsPerMatch + pointsForPosition / (1 + 0.1 * first);
}
