import type { ToolReference } from '../ToolReference.js';
import type { ToolFieldMatch } from '../ToolSearchExplanation.js';
import { type KeywordHit, KeywordIndex } from './KeywordIndex.js';
import { RANKING } from './ranking.js';

/**
 * The tools of another index and some more, which cost no more than themselves. How rare a word is, is that of the other
 * index; a word that it does not have is rare.
 */
export class ExtendedKeywordIndex {
  readonly #base: KeywordIndex;
  readonly #more: KeywordIndex;
  readonly #added: ReadonlySet<string>;

  constructor(base: KeywordIndex, more: readonly ToolReference[]) {
    this.#base = base;
    this.#more = new KeywordIndex(more, base.statistics);
    this.#added = new Set(more.map(({ toolName }) => toolName));
  }

  /** All tools that fit, best first; equal scores keep the order of the sets. */
  search(query: string, category: string | null): readonly KeywordHit[] {
    const more = this.#more.search(query, category);
    const hits = this.#base.search(query, category);
    if (more.length === 0) return hits;
    const least = Math.max(hits[0]?.score ?? 0, more[0]?.score ?? 0) * RANKING.threshold;
    return [...hits, ...more].filter(({ score }) => score >= least).sort((a, b) => b.score - a.score);
  }

  /** Where the words of a query, or other forms of them, stand in a tool. */
  matchesIn(tool: ToolReference, query: string): readonly ToolFieldMatch[] {
    return (this.#added.has(tool.toolName) ? this.#more : this.#base).matchesIn(tool, query);
  }
}
