import type { FilterExpression } from './FilterExpression.js';

/** A question to a vector store. */
export interface SearchRequest {
  readonly query: string;
  /** How many documents to return at most; default 4. */
  readonly topK?: number;
  /** The least score of a result, 0 to 1; default 0, which accepts all. */
  readonly similarityThreshold?: number;
  /** Only documents that meet this condition are searched. */
  readonly filterExpression?: FilterExpression | null;
}

/** The number of documents that a store returns if the request names none. */
export const DEFAULT_TOP_K = 4;

/** The threshold at which every document is similar enough. */
export const SIMILARITY_THRESHOLD_ACCEPT_ALL = 0;
