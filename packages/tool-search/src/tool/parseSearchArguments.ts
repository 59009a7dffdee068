import type { ToolSearchLimits } from './toolSearchToolDefinition.js';

/** What a model asked the search tool for. */
export interface ToolSearchArguments {
  /** `''` if there is none. */
  readonly query: string;
  /** Within the limits. */
  readonly maxResults: number;
  readonly categoryFilter: string | null;
}

/**
 * Reads the arguments of a search. Unknown arguments are ignored; a number that is missing or no number is the
 * default, and one outside of the limits becomes the nearest limit (Spec SX-13).
 *
 * @throws {SyntaxError} if the text is no JSON
 */
export function parseSearchArguments(toolInput: string, limits: ToolSearchLimits): ToolSearchArguments {
  const parsed: unknown = toolInput.trim() === '' ? null : JSON.parse(toolInput);
  const { query, maxResults, categoryFilter } = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >;
  return {
    query: typeof query === 'string' && query.trim() !== '' ? query : '',
    maxResults: withinLimits(maxResults, limits),
    categoryFilter: typeof categoryFilter === 'string' ? categoryFilter : null,
  };
}

function withinLimits(maxResults: unknown, { defaultMaxResults, highestMaxResults }: ToolSearchLimits): number {
  const wanted = typeof maxResults === 'string' && maxResults.trim() !== '' ? Number(maxResults) : maxResults;
  if (typeof wanted !== 'number' || Number.isNaN(wanted)) return defaultMaxResults;
  return Math.min(Math.max(1, Math.trunc(wanted)), highestMaxResults);
}
