import { hasText, type Logger } from '@toolwright/core';

/** A question to a {@link ToolIndex}. */
export interface ToolSearchRequest {
  /** Only tools that were indexed under this id are searched. */
  readonly sessionId: string;
  /** What is looked for, in words. */
  readonly query: string;
  /** How many references to return at most; each built-in index returns 10 if it is missing. */
  readonly maxResults?: number | null;
  /** Restricts the search to the tools of one category, ignoring case (Spec SX-14). */
  readonly categoryFilter?: string | null;
}

/** The number of tools that an index returns when the request names none (ST-04c). */
export const DEFAULT_MAX_RESULTS = 10;

/** Whether the request says whose tools are meant; without that an index finds nothing, and says so in the log. */
export function hasSessionId({ sessionId }: ToolSearchRequest, logger: Logger): boolean {
  if (hasText(sessionId)) return true;
  logger.warn('A tool search without a session id finds nothing: pass the id under which the tools were indexed.');
  return false;
}
