import { hasText } from '@toolwright/core';
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
 * What a parsed input asks for. Unknown arguments are ignored; a number that is missing or no number is the default, and
 * one outside of the limits becomes the nearest limit (Spec SX-13).
 */
export function readSearchArguments(input: unknown, limits: ToolSearchLimits): ToolSearchArguments {
  const { query, maxResults, categoryFilter } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  return {
    query: hasText(query) ? query : '',
    maxResults: withinLimits(maxResults, limits),
    categoryFilter: typeof categoryFilter === 'string' ? categoryFilter : null,
  };
}

function withinLimits(maxResults: unknown, { defaultMaxResults, highestMaxResults }: ToolSearchLimits): number {
  const wanted = hasText(maxResults) ? Number(maxResults) : maxResults;
  if (typeof wanted !== 'number' || Number.isNaN(wanted)) return defaultMaxResults;
  return Math.min(Math.max(1, Math.trunc(wanted)), highestMaxResults);
}
