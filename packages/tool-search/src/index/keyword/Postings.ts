import type { ToolReference } from '../ToolReference.js';
import { analyze, type Term } from './analyze.js';
import { NAME_FIELD, RANKING, SEARCHED_FIELDS } from './ranking.js';

/** The term that stands for two adjacent ones. */
export const pairOf = (first: string, second: string): string => `${first} ${second}`;

/** The term that stands for a whole name, however its words are joined. */
export const exactNameOf = (terms: readonly Term[]): string => `=${terms.map(({ word }) => word).join('')}`;

/** What is measured over all tools, and by which some more can be compared with them. */
export interface PostingsStatistics {
  readonly tools: number;
  /** The average length of each searched field, in telling words. */
  readonly averages: readonly number[];
  /** How rare a term is; undefined, if no tool has it. */
  rarityOf(term: string): number | undefined;
}

/** One term of one tool while the postings are made. */
interface Occurrence {
  weight: number;
  inName: boolean;
}

/**
 * Which tools have which terms, and how much each counts: immutable, in typed arrays. The entries of a term are those from
 * `starts[term]` to `starts[term + 1]`.
 */
export class Postings {
  readonly idOf: ReadonlyMap<string, number>;
  readonly starts: Uint32Array;
  readonly tools: Uint32Array;
  /** What the term counts in the tool, before its rarity: saturated, from 0 to k1 + 1. */
  readonly weights: Float32Array;
  /** 1 where the name of the tool has the term. */
  readonly inName: Uint8Array;
  /** How rare each term is. */
  readonly rarity: Float64Array;
  /** How rare the words of each name are, together. */
  readonly nameRarity: Float64Array;
  /** The terms of single words, sorted. */
  readonly words: readonly string[];
  /** The same terms by their length. */
  readonly wordsOfLength: ReadonlyMap<number, readonly string[]>;
  /** For each tool, the terms of the words in its name and description, each once. */
  readonly wordsOfTools: readonly Uint32Array[];
  readonly statistics: PostingsStatistics;

  /** @param statistics those of other tools, in place of what would be measured over these */
  constructor(tools: readonly ToolReference[], statistics?: PostingsStatistics) {
    const analyzed = tools.map((tool) => SEARCHED_FIELDS.map(({ textsOf }) => analyze(textsOf(tool).join(' . '))));
    const averages =
      statistics?.averages ??
      SEARCHED_FIELDS.map((_, field) => averageLength(analyzed.map((fields) => fields[field] ?? [])));
    const ids = new Map<string, number>();
    const entries: { readonly tools: number[]; readonly occurrences: Occurrence[] }[] = [];
    analyzed.forEach((fields, tool) => {
      for (const [term, occurrence] of occurrencesIn(fields, averages)) {
        let id = ids.get(term);
        if (id === undefined) {
          id = entries.length;
          ids.set(term, id);
          entries.push({ tools: [], occurrences: [] });
        }
        const entry = entries[id] as (typeof entries)[number];
        entry.tools.push(tool);
        entry.occurrences.push(occurrence);
      }
    });
    const total = entries.reduce((sum, entry) => sum + entry.tools.length, 0);
    this.idOf = ids;
    this.starts = new Uint32Array(entries.length + 1);
    this.tools = new Uint32Array(total);
    this.weights = new Float32Array(total);
    this.inName = new Uint8Array(total);
    this.rarity = new Float64Array(entries.length);
    const terms = statistics ? [...ids.keys()] : [];
    let at = 0;
    entries.forEach(({ tools: toolsWithTerm, occurrences }, id) => {
      this.starts[id] = at;
      this.rarity[id] =
        statistics?.rarityOf(terms[id] as string) ??
        rarityOf(toolsWithTerm.length, tools.length + (statistics?.tools ?? 0));
      toolsWithTerm.forEach((tool, index) => {
        const { weight, inName } = occurrences[index] as Occurrence;
        this.tools[at] = tool;
        this.weights[at] = (weight * (RANKING.saturation + 1)) / (RANKING.saturation + weight);
        this.inName[at] = inName ? 1 : 0;
        at += 1;
      });
    });
    this.starts[entries.length] = at;
    this.words = [...ids.keys()].filter((term) => !term.includes(' ') && !term.startsWith('=')).sort();
    this.statistics = statistics ?? statisticsOf(this, tools.length, averages);
    this.wordsOfLength = byLength(this.words);
    this.wordsOfTools = analyzed.map(([name, description]) => this.#idsOf([...(name ?? []), ...(description ?? [])]));
    this.nameRarity = Float64Array.from(analyzed, ([name]) =>
      this.#idsOf(name ?? []).reduce((sum, id) => sum + (this.rarity[id] as number), 0),
    );
  }

  #idsOf(terms: readonly Term[]): Uint32Array {
    const ids = new Set<number>();
    for (const { term, isStopWord } of terms) {
      const id = isStopWord ? undefined : this.idOf.get(term);
      if (id !== undefined) ids.add(id);
    }
    return Uint32Array.from(ids);
  }
}

/** Outside of the constructor, whose variables would live as long as the function that is made here. */
function statisticsOf(
  { idOf, rarity }: Pick<Postings, 'idOf' | 'rarity'>,
  tools: number,
  averages: readonly number[],
): PostingsStatistics {
  return {
    tools,
    averages,
    rarityOf: (term) => {
      const id = idOf.get(term);
      return id === undefined ? undefined : rarity[id];
    },
  };
}

function rarityOf(toolsWithTerm: number, tools: number): number {
  return Math.log(1 + (tools - toolsWithTerm + 0.5) / (toolsWithTerm + 0.5));
}

function byLength(words: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const lengths = new Map<number, string[]>();
  for (const word of words) {
    const known = lengths.get(word.length);
    if (known) known.push(word);
    else lengths.set(word.length, [word]);
  }
  return lengths;
}

const telling = (terms: readonly Term[]): readonly Term[] => terms.filter(({ isStopWord }) => !isStopWord);

function averageLength(texts: readonly (readonly Term[])[]): number {
  const lengths = texts.map((terms) => telling(terms).length).filter((length) => length > 0);
  return lengths.length === 0 ? 1 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** The terms of one tool, over all fields (BM25F). */
function occurrencesIn(
  fields: readonly (readonly Term[])[],
  averages: readonly number[],
): ReadonlyMap<string, Occurrence> {
  const occurrences = new Map<string, Occurrence>();
  const add = (term: string, weight: number, inName: boolean): void => {
    const known = occurrences.get(term);
    if (!known) {
      occurrences.set(term, { weight, inName });
      return;
    }
    known.weight += weight;
    known.inName ||= inName;
  };
  SEARCHED_FIELDS.forEach((field, index) => {
    const all = fields[index] ?? [];
    const terms = telling(all);
    const { weight, pairWeight, lengthInfluence } = field;
    const norm = 1 - lengthInfluence + (lengthInfluence * terms.length) / (averages[index] as number);
    const isName = field === NAME_FIELD;
    terms.forEach(({ term }, place) => {
      add(term, weight / norm, isName);
      const next = terms[place + 1]?.term;
      if (pairWeight > 0 && next !== undefined && next !== term) add(pairOf(term, next), pairWeight / norm, false);
    });
    if (!isName) return;
    // Searched only by a query of nothing but such words.
    for (const { term, isStopWord } of all) if (isStopWord) add(term, weight, false);
    if (all.length > 0) add(exactNameOf(all), weight, false);
  });
  return occurrences;
}
