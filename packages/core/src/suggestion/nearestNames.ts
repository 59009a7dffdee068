import { lazyPackage } from '../loading/lazyPackage.js';

const levenshtein = lazyPackage<typeof import('fastest-levenshtein')>('fastest-levenshtein', import.meta.url);

/**
 * Sorts `candidates` by edit distance to `name`, ignoring case; ties keep their order.
 *
 * @param limit how many to return at most; default all
 */
export function nearestNames(
  name: string,
  candidates: readonly string[],
  limit = candidates.length,
): readonly string[] {
  const { distance } = levenshtein();
  const wanted = name.toLowerCase();
  return candidates
    .map((candidate, index) => ({ candidate, index, edits: distance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits || a.index - b.index)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/**
 * The candidate that `name` was most likely meant to be.
 *
 * @returns undefined when none is within a third of the name's length (at least two edits)
 */
export function suggestName(name: string, candidates: readonly string[]): string | undefined {
  const [nearest] = nearestNames(name, candidates, 1);
  if (nearest === undefined) return undefined;
  const allowed = Math.max(2, Math.floor(name.length / 3));
  return levenshtein().distance(name.toLowerCase(), nearest.toLowerCase()) <= allowed ? nearest : undefined;
}
