import { requireArgument, requireNonNull } from '@toolwright/core';
import type { Document } from '../document/Document.js';
import type { EmbeddingModel } from '../embedding/EmbeddingModel.js';
import { type FilterExpression, matchesFilter } from './FilterExpression.js';
import { DEFAULT_TOP_K, type SearchRequest, SIMILARITY_THRESHOLD_ACCEPT_ALL } from './SearchRequest.js';
import { VectorStore, type VectorStoreRunOptions } from './VectorStore.js';

/** A document with its vector of length 1. */
interface Entry {
  readonly document: Document;
  readonly direction: Float32Array;
}

/**
 * A {@link VectorStore} in memory that compares the query with every document by the cosine of their vectors; fit for some
 * ten thousand of them. The score is the cosine, 0 if it is negative. Nothing is written to a disk.
 */
export class SimpleVectorStore extends VectorStore {
  readonly #embeddingModel: EmbeddingModel;
  readonly #entries = new Map<string, Entry>();

  /** @throws {IllegalArgumentException} `EmbeddingModel must not be null` */
  constructor(embeddingModel: EmbeddingModel) {
    super();
    this.#embeddingModel = requireNonNull(embeddingModel, 'EmbeddingModel must not be null');
  }

  /** How many documents there are. */
  get size(): number {
    return this.#entries.size;
  }

  override async add(documents: readonly Document[], options?: VectorStoreRunOptions): Promise<void> {
    if (documents.length === 0) return;
    const texts = documents.map(({ text }) => text);
    const vectors = await this.#embeddingModel.embed(texts, options);
    documents.forEach((document, at) => {
      this.#entries.set(document.id, { document, direction: directionOf(vectors[at] as Float32Array) });
    });
  }

  override async delete(idsOrFilter: readonly string[] | FilterExpression): Promise<void> {
    if (isIds(idsOrFilter)) {
      for (const id of idsOrFilter) this.#entries.delete(id);
      return;
    }
    for (const [id, { document }] of this.#entries) if (matchesFilter(document, idsOrFilter)) this.#entries.delete(id);
  }

  /** @throws {IllegalArgumentException} `topK must be a positive integer`, `similarityThreshold must be between 0 and 1` */
  override async similaritySearch(
    request: SearchRequest,
    options?: VectorStoreRunOptions,
  ): Promise<readonly Document[]> {
    const { query, topK = DEFAULT_TOP_K, similarityThreshold = SIMILARITY_THRESHOLD_ACCEPT_ALL } = request;
    requireArgument(Number.isInteger(topK) && topK > 0, 'topK must be a positive integer');
    requireArgument(
      similarityThreshold >= 0 && similarityThreshold <= 1,
      'similarityThreshold must be between 0 and 1',
    );
    const { filterExpression } = request;
    const wanted = directionOf(await this.#embeddingModel.embed(query, options));
    const found: { readonly document: Document; readonly score: number }[] = [];
    for (const { document, direction } of this.#entries.values()) {
      if (filterExpression && !matchesFilter(document, filterExpression)) continue;
      const score = cosine(wanted, direction);
      if (score >= similarityThreshold) found.push({ document, score });
    }
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, topK)
      .map(({ document, score }) => document.withScore(score));
  }
}

const isIds = (value: readonly string[] | FilterExpression): value is readonly string[] => Array.isArray(value);

function directionOf(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length > 0 ? vector.map((value) => value / length) : vector;
}

/** Of directions; a rounding error must not lift it above 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] ?? 0);
  return Math.min(1, Math.max(0, sum));
}
