import { isOfCategory } from '../isOfCategory.js';
import type { ToolReference } from '../ToolReference.js';
import type { ToolFieldMatch } from '../ToolSearchExplanation.js';
import { analyze } from './analyze.js';
import { isGlob, matchesGlob } from './globPattern.js';
import { Postings, type PostingsStatistics } from './Postings.js';
import { type KnownForms, type QueryConcept, readQuery } from './readQuery.js';
import { RANKING, SEARCHED_FIELDS } from './ranking.js';
import { wishesIn } from './wishesIn.js';

/** A tool that fits a query. */
export interface KeywordHit {
  readonly tool: ToolReference;
  readonly score: number;
}

/** What is read of a query. */
const MOST_CHARACTERS = 10_000;

/** A wish is a part of a query that names at least so many things. */
const FEWEST_CONCEPTS_OF_WISH = 5;

/** Hits whose category is taken as a hint, and the part of the hint that the next hit of the category adds. */
const HITS_WITH_CATEGORY = 20;
const CATEGORY_DECAY = 0.5;

/** The hits whose words are searched as well, and how many words. */
const FEEDBACK_HITS = 3;
const FEEDBACK_WORDS = 5;

/**
 * The tools of one set, prepared for searching by words: BM25F over their names, descriptions, parameters and categories.
 * Immutable for its users, who may be any number of sessions; a search is one synchronous step, so its scratch memory is
 * shared as well.
 */
export class KeywordIndex {
  readonly #tools: readonly ToolReference[];
  readonly #postings: Postings;
  /** For each tool the number of its category, -1 if no other tool has it. */
  readonly #categories: Int32Array;
  readonly #scores: Float64Array;
  readonly #scratch: Float64Array;
  readonly #best: Float64Array;
  readonly #covered: Float64Array;

  /** @param statistics those of other tools, with which these are to be compared */
  constructor(tools: readonly ToolReference[], statistics?: PostingsStatistics) {
    this.#tools = tools;
    this.#postings = new Postings(tools, statistics);
    this.#categories = categoriesOf(tools);
    this.#scores = new Float64Array(tools.length);
    this.#scratch = new Float64Array(tools.length);
    this.#best = new Float64Array(tools.length);
    this.#covered = new Float64Array(tools.length);
  }

  /** What was measured over the tools. */
  get statistics(): PostingsStatistics {
    return this.#postings.statistics;
  }

  /**
   * All tools that fit, best first; equal scores keep the order of the set.
   *
   * @param category only tools of this category, ignoring case; null for all
   */
  search(query: string, category: string | null): readonly KeywordHit[] {
    const trimmed = query.slice(0, MOST_CHARACTERS).trim();
    const accepts = isOfCategory(category) ?? ((): boolean => true);
    if (isGlob(trimmed)) {
      const named = this.#tools.filter((tool) => accepts(tool) && matchesGlob(trimmed, tool.toolName));
      return named.map((tool) => ({ tool, score: 1 }));
    }
    const scores = this.#rank(trimmed);
    let best = 0;
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at] as number;
      if (score > best && accepts(this.#tools[at] as ToolReference)) best = score;
    }
    const hits: KeywordHit[] = [];
    if (best === 0) return hits;
    const least = best * RANKING.threshold;
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at] as number;
      const tool = this.#tools[at] as ToolReference;
      if (score >= least && accepts(tool)) hits.push({ tool, score });
    }
    return hits.sort((a, b) => b.score - a.score);
  }

  /** Where the words of a query, or other forms of them, stand in a tool. */
  matchesIn(tool: ToolReference, query: string): readonly ToolFieldMatch[] {
    const trimmed = query.slice(0, MOST_CHARACTERS).trim();
    if (isGlob(trimmed)) return [{ field: 'toolName', words: [tool.toolName.toLowerCase()] }];
    const searched = new Set(
      readQuery(trimmed, this.#postings).flatMap(({ alternatives }) => alternatives.map(({ id }) => id)),
    );
    return SEARCHED_FIELDS.map(({ name, textsOf }) => {
      const found = analyze(textsOf(tool).join(' . ')).filter(({ term }) =>
        searched.has(this.#postings.idOf.get(term) ?? -1),
      );
      return { field: name, words: [...new Set(found.map(({ word }) => word))] };
    }).filter(({ words }) => words.length > 0);
  }

  #rank(query: string): Float64Array {
    const scores = this.#scores;
    const forms: KnownForms = new Map();
    const concepts = readQuery(query, this.#postings, forms);
    this.#score(concepts, scores);
    if (concepts.length === 0) return scores;
    this.#favourCategories(scores);
    this.#addFeedback(concepts, scores);
    this.#favourWishes(query, scores, forms);
    return scores;
  }

  /** Sets the scores: for each concept what the best of its terms counts, and more if the name is covered. */
  #score(concepts: readonly QueryConcept[], scores: Float64Array): void {
    const covered = this.#covered.fill(0);
    scores.fill(0);
    for (const concept of concepts) this.#addConcept(concept, scores, covered);
    const { nameRarity } = this.#postings;
    for (let tool = 0; tool < scores.length; tool++) {
      const cover = covered[tool] as number;
      if (cover === 0) continue;
      const whole = nameRarity[tool] as number;
      if (whole > 0) scores[tool] = (scores[tool] as number) * (1 + RANKING.nameCoverage * Math.min(1, cover / whole));
    }
  }

  #addConcept(
    { alternatives, weight: share, isWord }: QueryConcept,
    scores: Float64Array,
    covered: Float64Array,
  ): void {
    const { starts, tools, weights, inName, rarity } = this.#postings;
    const best = this.#best;
    for (const { id, weight } of alternatives) {
      const end = starts[id + 1] as number;
      const rare = rarity[id] as number;
      const counts = share * weight * rare;
      for (let at = starts[id] as number; at < end; at++) {
        const tool = tools[at] as number;
        const gain = counts * (weights[at] as number) - (best[tool] as number);
        if (gain > 0) {
          scores[tool] = (scores[tool] as number) + gain;
          best[tool] = (best[tool] as number) + gain;
        }
        if (isWord && inName[at] === 1) covered[tool] = (covered[tool] as number) + rare * Math.min(1, share * weight);
      }
    }
    for (const { id } of alternatives) {
      const end = starts[id + 1] as number;
      for (let at = starts[id] as number; at < end; at++) best[tools[at] as number] = 0;
    }
  }

  /** Lifts the best tool for each of several wishes, so that one wish with many good hits does not crowd out the others. */
  #favourWishes(query: string, scores: Float64Array, forms: KnownForms): void {
    const winners = new Set<number>();
    for (const wish of wishesIn(query)) {
      const concepts = readQuery(wish, this.#postings, forms);
      if (countTerms(concepts) < FEWEST_CONCEPTS_OF_WISH) continue;
      this.#score(concepts, this.#scratch);
      const [first, second] = best(this.#scratch, 2);
      if (first === undefined) continue;
      if (second === undefined || (this.#scratch[first] as number) > (this.#scratch[second] as number)) {
        winners.add(first);
      }
    }
    if (winners.size < 2) return;
    // Not above the best tool for the query as a whole, which most often is one wish told in several sentences.
    const highest = (scores[best(scores, 1)[0] ?? 0] as number) * RANKING.mostOfWish;
    for (const tool of winners) {
      const score = scores[tool] as number;
      scores[tool] = Math.max(score, Math.min(score * (1 + RANKING.wish), highest));
    }
  }

  /** Tools work together with those of their category: what is not named but needed is often beside what is named. */
  #favourCategories(scores: Float64Array): void {
    const gains = new Map<number, { gain: number; share: number }>();
    for (const tool of best(scores, HITS_WITH_CATEGORY)) {
      const category = this.#categories[tool] as number;
      if (category < 0) continue;
      const known = gains.get(category) ?? { gain: 0, share: RANKING.category };
      known.gain += (scores[tool] as number) * known.share;
      known.share *= CATEGORY_DECAY;
      gains.set(category, known);
    }
    if (gains.size === 0) return;
    for (let tool = 0; tool < scores.length; tool++) {
      const score = scores[tool] as number;
      if (score > 0) scores[tool] = score + (gains.get(this.#categories[tool] as number)?.gain ?? 0);
    }
  }

  /** Searches the most telling words of the best hits as well: what belongs together is described in the same words. */
  #addFeedback(concepts: readonly QueryConcept[], scores: Float64Array): void {
    const { wordsOfTools, rarity, starts, tools, weights } = this.#postings;
    const asked = new Set(concepts.flatMap(({ alternatives }) => alternatives.map(({ id }) => id)));
    const hits = best(scores, FEEDBACK_HITS);
    const highest = scores[hits[0] ?? 0] as number;
    const telling = new Map<number, number>();
    for (const hit of hits) {
      const share = (scores[hit] as number) / highest;
      for (const id of wordsOfTools[hit] as Uint32Array) {
        const isShared = (starts[id + 1] as number) - (starts[id] as number) > 1;
        if (isShared && !asked.has(id)) telling.set(id, (telling.get(id) ?? 0) + share * (rarity[id] as number));
      }
    }
    const chosen = [...telling].sort(([, a], [, b]) => b - a).slice(0, FEEDBACK_WORDS);
    const most = chosen[0]?.[1] ?? 1;
    for (const [id, value] of chosen) {
      const counts = (RANKING.feedback * value * (rarity[id] as number)) / most;
      const end = starts[id + 1] as number;
      for (let at = starts[id] as number; at < end; at++) {
        const tool = tools[at] as number;
        scores[tool] = (scores[tool] as number) + counts * (weights[at] as number);
      }
    }
  }
}

const countTerms = (concepts: readonly QueryConcept[]): number =>
  concepts.reduce((sum, { alternatives }) => sum + alternatives.length, 0);

/** The places of the highest scores above 0, best first, equal ones in their order. */
function best(scores: Float64Array, count: number): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] as number;
    if (score <= 0) continue;
    if (places.length === count && score <= (scores[places[count - 1] as number] as number)) continue;
    if (places.length === count) places.pop();
    let at = places.length;
    while (at > 0 && score > (scores[places[at - 1] as number] as number)) at -= 1;
    places.splice(at, 0, place);
  }
  return places;
}

function categoriesOf(tools: readonly ToolReference[]): Int32Array {
  const sizes = new Map<string, number>();
  for (const { category } of tools) if (category !== undefined) sizes.set(category, (sizes.get(category) ?? 0) + 1);
  const numbers = new Map([...sizes.keys()].map((category, number) => [category, number] as const));
  return Int32Array.from(tools, ({ category }) =>
    category !== undefined && (sizes.get(category) ?? 0) > 1 ? (numbers.get(category) ?? -1) : -1,
  );
}
