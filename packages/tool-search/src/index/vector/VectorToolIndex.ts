import { hasText, LoggerFactory, requireArgument, requireNonNull } from '@toolwright/core';
import type { FilterExpression, VectorStore } from '@toolwright/model';
import { isOfCategory } from '../isOfCategory.js';
import { ToolIndex } from '../ToolIndex.js';
import type { ToolReference } from '../ToolReference.js';
import { DEFAULT_MAX_RESULTS, hasSessionId, type ToolSearchRequest } from '../ToolSearchRequest.js';
import { NOTHING_FOUND, type ToolSearchResponse } from '../ToolSearchResponse.js';
import { type StoredTools, StoredToolSets } from './StoredTools.js';

const DEFAULT_SIMILARITY_THRESHOLD = 0.2;

const logger = LoggerFactory.getLogger('toolwright.tool-search.vector');

/**
 * Finds tools by what a query means: their names, descriptions and parameters are embedded and kept in a `VectorStore`,
 * which belongs to the application. Documents bear the `sessionId` by which a search is restricted; a result that is
 * not among the session's tools is dropped, so a store with other or older documents does no harm. Sessions with the
 * same tools share the documents, and a session with some tools more adds those only.
 *
 * Safe for concurrent use. What fails in the store fails the call.
 */
export class VectorToolIndex extends ToolIndex {
  /** Hits below this score are dropped by the store. */
  readonly similarityThreshold: number;
  readonly #store: VectorStore;
  readonly #sets: StoredToolSets;
  readonly #sessions = new Map<string, readonly StoredTools[]>();

  /**
   * @param similarityThreshold 0 to 1; default 0.2
   * @throws {IllegalArgumentException} `VectorStore must not be null`, `similarityThreshold must be between 0 and 1`
   */
  constructor(vectorStore: VectorStore, similarityThreshold: number = DEFAULT_SIMILARITY_THRESHOLD) {
    super();
    this.#store = requireNonNull(vectorStore, 'VectorStore must not be null');
    requireArgument(
      similarityThreshold >= 0 && similarityThreshold <= 1,
      'similarityThreshold must be between 0 and 1',
    );
    this.similarityThreshold = similarityThreshold;
    this.#sets = new StoredToolSets(vectorStore);
  }

  override async indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void> {
    const own = this.#sessions.get(sessionId) ?? [];
    const gained = tools.length === 0 ? [] : this.#sets.acquire(sessionId, tools, own);
    this.#sessions.set(sessionId, [...own, ...gained]);
    try {
      await Promise.all(gained.map(({ added }) => added));
    } catch (error) {
      // If the session was cleared meanwhile, they are released already.
      const held = this.#sessions.get(sessionId);
      if (held) {
        this.#sessions.set(
          sessionId,
          held.filter((set) => !gained.includes(set)),
        );
        await this.#releaseQuietly(held.filter((set) => gained.includes(set)));
      }
      throw error;
    }
  }

  override async search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse> {
    signal?.throwIfAborted();
    const { sessionId, query } = request;
    if (!hasSessionId(request, logger)) return NOTHING_FOUND;
    const sets = this.#sessions.get(sessionId);
    if (!sets || !hasText(query)) return NOTHING_FOUND;
    const started = performance.now();
    const toolReferences = await this.#nearest(request, sets, signal);
    return {
      toolReferences,
      totalMatches: toolReferences.length,
      searchMetadata: { searchType: 'VectorToolIndex', query, searchTimeMs: performance.now() - started },
    };
  }

  override async clearIndex(sessionId: string): Promise<void> {
    const sets = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    if (sets && sets.length > 0) await this.#sets.release(sets);
  }

  /** Does nothing: the store belongs to the application (Spec IX-V01b). */
  close(): void {}

  async #nearest(
    { query, maxResults, categoryFilter }: ToolSearchRequest,
    sets: readonly StoredTools[],
    signal: AbortSignal | undefined,
  ): Promise<readonly ToolReference[]> {
    const categories = categoriesIn(sets, categoryFilter);
    if (sets.length === 0 || categories?.length === 0) return [];
    const documents = await this.#store.similaritySearch(
      {
        query,
        topK: Math.max(1, maxResults ?? DEFAULT_MAX_RESULTS),
        similarityThreshold: this.similarityThreshold,
        filterExpression: filterOf(sets, categories),
      },
      { signal },
    );
    const found = new Map<string, ToolReference>();
    for (const { metadata, score } of documents) {
      const toolName = String(metadata['toolName']);
      const tool = sets.find(({ byName }) => byName.has(toolName))?.byName.get(toolName);
      if (tool && !found.has(toolName)) found.set(toolName, { ...tool, relevanceScore: score ?? 0 });
    }
    return [...found.values()];
  }

  /** What the session could not index must not stay in the store, if that can be had. */
  async #releaseQuietly(sets: readonly StoredTools[]): Promise<void> {
    try {
      await this.#sets.release(sets);
    } catch (err) {
      logger.warn('The vector store took tools only in part, and did not remove that part.', { err });
    }
  }
}

/** The categories of the session's tools, as they are written, that the filter names; undefined without a filter. */
function categoriesIn(
  sets: readonly StoredTools[],
  categoryFilter: string | null | undefined,
): readonly string[] | undefined {
  const accepts = isOfCategory(categoryFilter);
  if (!accepts) return undefined;
  const accepted = sets.flatMap(({ members }) =>
    [...members].filter(accepts).map(({ category }) => category as string),
  );
  return [...new Set(accepted)];
}

function filterOf(sets: readonly StoredTools[], categories: readonly string[] | undefined): FilterExpression {
  const scope = anyOf('sessionId', [...new Set(sets.map((set) => set.scope))]);
  return categories ? { type: 'AND', left: scope, right: anyOf('category', categories) } : scope;
}

function anyOf(key: string, values: readonly string[]): FilterExpression {
  const [value, ...others] = values;
  return others.length === 0 ? { type: 'EQ', key, value: value as string } : { type: 'IN', key, values };
}
