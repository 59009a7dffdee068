import { hasText, LoggerFactory } from '@toolwright/core';
import { isOfCategory } from '../isOfCategory.js';
import { ToolIndex } from '../ToolIndex.js';
import { matchesInTexts } from '../matchesInTexts.js';
import type { ToolReference } from '../ToolReference.js';
import type { ToolFieldMatch } from '../ToolSearchExplanation.js';
import { DEFAULT_MAX_RESULTS, hasSessionId, type ToolSearchRequest } from '../ToolSearchRequest.js';
import { NOTHING_FOUND, type ToolSearchResponse } from '../ToolSearchResponse.js';
import { MAX_PATTERN_LENGTH, patternOf, searchedWords } from './queryPattern.js';
import { re2js } from './re2js.js';
import { scoreTool } from './scoreTool.js';
import { WordFinder } from './WordFinder.js';

const logger = LoggerFactory.getLogger('toolwright.tool-search.regex');

/**
 * Finds tools whose name or description contains a word of the query, ignoring case, also as a part of a longer word.
 * It needs no preparation and no other service. The score grows with the number of matches, a match in the name counts
 * double, and one near the beginning counts more; equal scores keep the order in which the tools were indexed.
 *
 * A search takes time in proportion to the texts, whatever the query: no pattern ever backtracks. A category filter
 * restricts it to the tools of that category, ignoring case. Everything is kept in memory.
 */
export class RegexToolIndex extends ToolIndex {
  readonly #sessions = new Map<string, readonly ToolReference[]>();

  /** The pattern that a query stands for, in RE2 syntax (Spec IX-R01 to IX-R05). */
  static convertQueryToPattern(query: string | null | undefined): string {
    return patternOf(searchedWords(query));
  }

  /** Whether `pattern` is a regular expression of at most 200 characters. */
  static isValidPattern(pattern: string | null | undefined): boolean {
    if (!hasText(pattern) || pattern.length > MAX_PATTERN_LENGTH) return false;
    try {
      re2js().compile(pattern);
      return true;
    } catch {
      return false;
    }
  }

  override async indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void> {
    const known = this.#sessions.get(sessionId);
    this.#sessions.set(sessionId, known ? [...known, ...tools] : tools);
  }

  override async search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse> {
    signal?.throwIfAborted();
    const { sessionId, query } = request;
    if (!hasSessionId(request, logger)) return NOTHING_FOUND;
    const all = this.#sessions.get(sessionId);
    if (!all) return NOTHING_FOUND;
    const accepts = isOfCategory(request.categoryFilter);
    const tools = accepts ? all.filter(accepts) : all;
    const started = performance.now();
    const matches = findMatches(tools, new WordFinder(searchedWords(query)));
    return {
      toolReferences: matches.slice(0, Math.max(1, request.maxResults ?? DEFAULT_MAX_RESULTS)),
      totalMatches: matches.length,
      searchMetadata: { searchType: 'RegexToolIndex', query, searchTimeMs: performance.now() - started },
    };
  }

  protected override matchesIn(tool: ToolReference, { query }: ToolSearchRequest): readonly ToolFieldMatch[] {
    const words = searchedWords(query);
    return matchesInTexts(tool, (text) => {
      const lower = text.toLowerCase();
      return words.filter((word) => lower.includes(word));
    });
  }

  override async clearIndex(sessionId: string): Promise<void> {
    this.#sessions.delete(sessionId);
  }

  /** The number of tools in a session, 0 if it is not known. */
  size(sessionId: string): number {
    return this.#sessions.get(sessionId)?.length ?? 0;
  }

  /** The number of tools in all sessions. */
  totalSize(): number {
    let total = 0;
    for (const tools of this.#sessions.values()) total += tools.length;
    return total;
  }

  /** Forgets all sessions; the index can be used again afterwards. */
  close(): void {
    this.#sessions.clear();
  }
}

function findMatches(tools: readonly ToolReference[], finder: WordFinder): ToolReference[] {
  const matches: (ToolReference & { readonly relevanceScore: number })[] = [];
  for (const tool of tools) {
    const relevanceScore = scoreTool(finder, tool);
    if (relevanceScore > 0) matches.push({ ...tool, relevanceScore });
  }
  return matches.sort((a, b) => b.relevanceScore - a.relevanceScore);
}
