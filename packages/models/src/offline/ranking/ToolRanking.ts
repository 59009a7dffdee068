import type { ToolDefinition } from '@toolwright/tools';
import { synonymsOf } from '../words/synonyms.js';
import type { QueryTerm } from './queryTerms.js';
import { stem } from '../words/stem.js';
import { isSimilar } from './isSimilar.js';
import { profileOf, type ToolProfile } from './ToolProfile.js';

/** A tool and how well it fits a request. */
export interface RankedTool {
  readonly profile: ToolProfile;
  /** 0 or more; comparable within one ranking only. */
  readonly score: number;
  /** 0 to 1: the share of the request's weight that the tool's words account for. */
  readonly coverage: number;
  /** 0 to 1: the share of the words of the tool's name that the request has; words that only stand for them do not count. */
  readonly nameCoverage: number;
}

/** BM25: how soon a repeated word stops counting, and how much long definitions are marked down. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.35;
const SYNONYM_WEIGHT = 0.55;
const SIMILAR_WEIGHT = 0.6;
/** Shortest part of a word that is put together from two, in letters. */
const MIN_PART = 3;
/** Words below this weight are parts of values and name no tool. */
const LEAST_NAMING_WEIGHT = 0.5;

/** Ranks the tools of one list by the words of a request (BM25 with weighted fields). Immutable once made. */
export class ToolRanking {
  readonly profiles: readonly ToolProfile[];
  readonly #postings = new Map<string, number[]>();
  readonly #similar = new Map<string, readonly string[]>();
  readonly #averageLength: number;

  constructor(definitions: readonly ToolDefinition[]) {
    this.profiles = definitions.map(profileOf);
    let length = 0;
    for (const [index, profile] of this.profiles.entries()) {
      length += profile.length;
      for (const term of profile.weights.keys()) {
        const posting = this.#postings.get(term);
        if (posting) posting.push(index);
        else this.#postings.set(term, [index]);
      }
    }
    this.#averageLength = length / Math.max(1, this.profiles.length) || 1;
  }

  /** The tools that share a word with the query, best first; equal ones in the order of the list. */
  rank(query: readonly QueryTerm[]): readonly RankedTool[] {
    const count = this.profiles.length;
    const scores = new Float64Array(count);
    const covered = new Float64Array(count);
    const named = this.profiles.map(() => new Set<string>());
    let total = 0;
    for (const { term, weight } of query) {
      const best = new Map<number, number>();
      const expansions = this.#expand(term);
      const rarity = Math.max(...expansions.filter(([, w]) => w === 1).map(([known]) => this.#rarity(known)), 0);
      const share = weight * (rarity || this.#rarity(''));
      total += share;
      for (const [known, similarity] of expansions) {
        const idf = this.#rarity(known);
        for (const index of this.#postings.get(known) ?? []) {
          const profile = this.profiles[index] as ToolProfile;
          const frequency = profile.weights.get(known) ?? 0;
          const norm = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * profile.length) / this.#averageLength);
          const value = (similarity * weight * idf * frequency * (SATURATION + 1)) / (frequency + norm);
          if (value > (best.get(index) ?? 0)) best.set(index, value);
          if (weight >= LEAST_NAMING_WEIGHT && similarity !== SYNONYM_WEIGHT && profile.nameTerms.has(known))
            named[index]?.add(known);
        }
      }
      for (const index of this.#havingParts(term))
        best.set(index, Math.max(best.get(index) ?? 0, weight * this.#rarity('')));
      for (const [index, value] of best) {
        scores[index] = (scores[index] ?? 0) + value;
        covered[index] = (covered[index] ?? 0) + share;
      }
    }
    const ranked: RankedTool[] = [];
    for (const [index, profile] of this.profiles.entries()) {
      const score = scores[index] ?? 0;
      if (score <= 0) continue;
      const nameCoverage = (named[index]?.size ?? 0) / Math.max(1, profile.nameTerms.size);
      ranked.push({
        profile,
        score: score * (1 + 0.25 * nameCoverage),
        coverage: total > 0 ? (covered[index] ?? 0) / total : 0,
        nameCoverage,
      });
    }
    return ranked.sort((a, b) => b.score - a.score);
  }

  /** How telling a word is: the fewer tools have it, the more; a word that no tool has counts as the rarest. */
  #rarity(term: string): number {
    const having = this.#postings.get(term)?.length ?? 0;
    const count = this.profiles.length;
    return Math.log(1 + (count - having + 0.5) / (having + 0.5));
  }

  /** The words of the tools that the term can stand for, with their similarity from 0 to 1. */
  #expand(term: string): readonly (readonly [term: string, similarity: number])[] {
    const expansions: [string, number][] = [];
    const exact = this.#postings.has(term);
    if (exact) expansions.push([term, 1]);
    for (const synonym of synonymsOf(term)) {
      if (synonym !== term && this.#postings.has(synonym)) expansions.push([synonym, SYNONYM_WEIGHT]);
    }
    for (const similar of this.#similarTo(term)) expansions.push([similar, SIMILAR_WEIGHT]);
    return expansions;
  }

  /** The tools that have both words of which a word that no tool has is put together. */
  #havingParts(term: string): readonly number[] {
    const [first, second] = this.#postings.has(term) ? [] : this.#partsOf(term);
    if (first === undefined || second === undefined) return [];
    const others = new Set(this.#postings.get(second));
    return (this.#postings.get(first) ?? []).filter((index) => others.has(index));
  }

  /** The two known words that the term is put together from, such as `weekday`; none if it is no such word. */
  #partsOf(term: string): readonly string[] {
    for (let length = MIN_PART; length <= term.length - MIN_PART; length++) {
      const parts = [stem(term.slice(0, length)), stem(term.slice(length))];
      if (parts.every((part) => this.#postings.has(part))) return parts;
    }
    return [];
  }

  #similarTo(term: string): readonly string[] {
    let similar = this.#similar.get(term);
    if (!similar) {
      similar = [...this.#postings.keys()].filter((known) => known !== term && isSimilar(term, known));
      if (this.#similar.size > MAX_REMEMBERED) this.#similar.clear();
      this.#similar.set(term, similar);
    }
    return similar;
  }
}

/** Words whose similar words are remembered, so that hostile input cannot fill the memory. */
const MAX_REMEMBERED = 2000;
