import type { ToolReference } from '../ToolReference.js';
import type { ToolField } from '../ToolSearchExplanation.js';

/** One kind of text of a tool, and how much a word in it counts. */
export interface SearchedField {
  readonly name: ToolField;
  readonly textsOf: (tool: ToolReference) => readonly string[];
  /** What one occurrence of a word counts in a text of average length. */
  readonly weight: number;
  /** What one occurrence of two adjacent words counts; 0 if they are not looked at. */
  readonly pairWeight: number;
  /** How much less a word counts in a longer text, 0 for not at all and 1 for in proportion. */
  readonly lengthInfluence: number;
}

const NO_TEXTS: readonly string[] = Object.freeze([]);

/** The name, which is also what the exact name of a tool in a query is compared with. */
export const NAME_FIELD: SearchedField = {
  name: 'toolName',
  textsOf: ({ toolName }) => [toolName],
  weight: 2.4,
  pairWeight: 2.7,
  lengthInfluence: 0.55,
};

/** What is searched, and how; the constants are those of `BENCH.md`. */
export const SEARCHED_FIELDS: readonly SearchedField[] = [
  NAME_FIELD,
  { name: 'summary', textsOf: ({ summary }) => [summary], weight: 1, pairWeight: 1, lengthInfluence: 0.75 },
  {
    name: 'parameterName',
    textsOf: ({ parameters }) => parameters?.map(({ name }) => name) ?? NO_TEXTS,
    weight: 1.15,
    pairWeight: 1,
    lengthInfluence: 0.75,
  },
  {
    name: 'parameterDescription',
    textsOf: ({ parameters }) => parameters?.map(({ description }) => description ?? '') ?? NO_TEXTS,
    weight: 0.65,
    pairWeight: 0.5,
    lengthInfluence: 0.85,
  },
  {
    name: 'parameterEnum',
    textsOf: ({ parameters }) =>
      parameters?.flatMap((parameter) => parameter.enum?.map(String) ?? NO_TEXTS) ?? NO_TEXTS,
    weight: 0.35,
    pairWeight: 0,
    lengthInfluence: 0.35,
  },
  {
    name: 'category',
    textsOf: ({ category }) => (category === undefined ? NO_TEXTS : [category]),
    weight: 0.9,
    pairWeight: 0.5,
    lengthInfluence: 0.45,
  },
];

/** How the parts of a query count, relative to a word of it that a tool has. */
export const RANKING = {
  /** How soon more occurrences of a word stop to count (BM25's k1). */
  saturation: 1.2,
  /** Two words that are adjacent in the query and in the tool. */
  pair: 0.5,
  /** The whole name of the tool, written in any way. */
  exactName: 3,
  /** A longer or shorter form of the word, times the part that is the same. */
  prefix: 0.6,
  /** A word that is one edit away from one that no tool has. */
  typo: 0.6,
  synonym: 0.4,
  /** What a word is a kind of, such as the city for `Paris`; less, if tools speak of Paris itself. */
  kind: 0.6,
  kindOfKnown: 0.2,
  /** A word in quotes, relative to one outside. */
  quoted: 0.5,
  /** What a repeated word adds at most. */
  repetition: 0.65,
  /** How much higher a tool is ranked whose name is wholly in the query. */
  nameCoverage: 0.25,
  /** How much higher the best tool for one of several wishes is ranked. */
  wish: 0.4,
  /** How near such a tool comes to the best one at most. */
  mostOfWish: 0.99,
  /** What a tool gains by the good hits in its category. */
  category: 0.04,
  /** What the telling words of the best hits count. */
  feedback: 0.2,
  /** The least score of a hit, relative to the best one; independent of the number of tools (Spec SX-07). */
  threshold: 0.1,
} as const;
