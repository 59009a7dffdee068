import type { ToolReference } from './ToolReference.js';

/** How a search was done. */
export interface SearchMetadata {
  /** Name of the index that answered, such as `RegexToolIndex`. */
  readonly searchType: string;
  /** The query as it was asked. */
  readonly query: string;
  /** How long the search took, in milliseconds. */
  readonly searchTimeMs?: number;
}

/** The answer of a {@link ToolIndex}. */
export interface ToolSearchResponse {
  /** The tools that fit, best first. */
  readonly toolReferences: readonly ToolReference[];
  /** How many tools fitted before the list was cut (Spec SX-17a); absent if nothing could be searched. */
  readonly totalMatches?: number;
  /** Absent if nothing could be searched. */
  readonly searchMetadata?: SearchMetadata;
}

/** The answer where there is nothing to search in, or nothing to search for. */
export const NOTHING_FOUND: ToolSearchResponse = Object.freeze({ toolReferences: Object.freeze([]) });
