/** A question to a {@link ToolIndex}. */
export interface ToolSearchRequest {
  /** Only tools that were indexed under this id are searched. */
  readonly sessionId: string;
  /** What is looked for, in words. */
  readonly query: string;
  /** How many references to return at most; each built-in index returns 10 if it is missing. */
  readonly maxResults?: number | null;
  /** Restricts the search to one category, by an index that can do so. */
  readonly categoryFilter?: string | null;
}
