import type { Document } from '../document/Document.js';
import type { FilterExpression } from './FilterExpression.js';
import type { SearchRequest } from './SearchRequest.js';

/** How an operation on a vector store is run. */
export interface VectorStoreRunOptions {
  /** Ends the operation when it fires; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Keeps documents and finds those that mean nearly the same as a query. It embeds what it is given. One instance serves
 * any number of concurrent operations.
 */
export abstract class VectorStore {
  /** Adds documents; one whose id is there already replaces it. */
  abstract add(documents: readonly Document[], options?: VectorStoreRunOptions): Promise<void>;

  /** Removes the documents with these ids, or those that meet a condition; ids that are not there are no error. */
  abstract delete(idsOrFilter: readonly string[] | FilterExpression, options?: VectorStoreRunOptions): Promise<void>;

  /** The documents that are nearest to the query, with their scores, nearest first. */
  abstract similaritySearch(request: SearchRequest, options?: VectorStoreRunOptions): Promise<readonly Document[]>;
}
