import type { ToolReference } from './ToolReference.js';

/** A text of a tool that an index may search. */
export type ToolField =
  | 'toolName'
  | 'summary'
  | 'parameterName'
  | 'parameterDescription'
  | 'parameterEnum'
  | 'category';

/** Where a query was found in a tool. */
export interface ToolFieldMatch {
  readonly field: ToolField;
  /** What was found there, in lower case, in the order of the text, each once. */
  readonly words: readonly string[];
}

/** One tool that a search has found. */
export interface ToolSearchHit {
  /** With its `relevanceScore`, if the index gives one. */
  readonly toolReference: ToolReference;
  /** Empty where the index compares meanings, or does not tell. */
  readonly matches: readonly ToolFieldMatch[];
}

/** How the answer to a search came about, for people; see `ToolIndex.explain`. */
export interface ToolSearchExplanation {
  /** Name of the index that answered, such as `KeywordToolIndex`. */
  readonly searchType: string;
  readonly query: string;
  /** How many tools fitted before the list was cut. */
  readonly totalMatches: number;
  /** Best first. */
  readonly hits: readonly ToolSearchHit[];
}
