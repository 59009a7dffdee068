import type { ToolDefinition } from '@toolwright/tools';
import { parametersOf, type ToolParameter } from '../schema/ToolParameter.js';
import { PREPOSITIONS } from '../arguments/prepositions.js';
import { STOP_WORDS } from '../words/stopWords.js';
import { termsOf } from '../words/words.js';

/** How much a word counts by where it stands in a definition. */
const WEIGHTS = { name: 3, firstSentence: 1.6, description: 1, parameterName: 1.2, parameterText: 0.6, value: 1 };

/** What is read out of a tool definition once: its words with their weights, and its parameters. */
export interface ToolProfile {
  readonly definition: ToolDefinition;
  readonly name: string;
  readonly nameTerms: ReadonlySet<string>;
  /** Words of name and description. */
  readonly subjectTerms: ReadonlySet<string>;
  /** All words, with the sum of the weights of their occurrences. */
  readonly weights: ReadonlyMap<string, number>;
  /** Sum of all weights. */
  readonly length: number;
  /** First words of name and description: usually the verb. */
  readonly verbs: ReadonlySet<string>;
  readonly parameters: readonly ToolParameter[];
  /** Words with the preposition behind them, such as `link to`: they tell directions apart. */
  readonly directions: ReadonlySet<string>;
}

const PROFILES = new WeakMap<ToolDefinition, ToolProfile>();

/** The profile of a definition, made at its first use. */
export function profileOf(definition: ToolDefinition): ToolProfile {
  let profile = PROFILES.get(definition);
  if (!profile) {
    profile = createProfile(definition);
    PROFILES.set(definition, profile);
  }
  return profile;
}

const PREPOSITION_TERMS: ReadonlySet<string> = new Set(PREPOSITIONS);

function directionsOf(terms: readonly string[]): readonly string[] {
  return terms.flatMap((term, index) => {
    const next = terms[index + 1] ?? '';
    return PREPOSITION_TERMS.has(next) && !STOP_WORDS.has(term) ? [directionOf(term, next)] : [];
  });
}

/** How a word and the preposition behind it are written in {@link ToolProfile.directions}. */
export function directionOf(term: string, preposition: string): string {
  return `${term} ${preposition}`;
}

function createProfile(definition: ToolDefinition): ToolProfile {
  const { name, description, inputSchema } = definition;
  const weights = new Map<string, number>();
  let length = 0;
  const add = (terms: readonly string[], weight: number) => {
    length += terms.length * weight;
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  const nameTerms = termsOf(name);
  const sentenceEnd = description.search(/[.!?。]\s|\n/);
  const firstSentence = sentenceEnd < 0 ? description : description.slice(0, sentenceEnd);
  const descriptionTerms = termsOf(firstSentence);
  const restTerms = sentenceEnd < 0 ? [] : termsOf(description.slice(sentenceEnd));
  const parameters = parametersOf(inputSchema);
  add(nameTerms, WEIGHTS.name);
  add(descriptionTerms, WEIGHTS.firstSentence);
  add(restTerms, WEIGHTS.description);
  for (const parameter of parameters) {
    add(parameter.nameTerms, WEIGHTS.parameterName);
    add(parameter.descriptionTerms, WEIGHTS.parameterText);
    const values = parameter.enumValues ?? parameter.items?.enumValues ?? [];
    for (const value of values) if (typeof value === 'string') add(termsOf(value), WEIGHTS.value);
  }
  return {
    definition,
    name,
    nameTerms: new Set(nameTerms),
    subjectTerms: new Set([...nameTerms, ...descriptionTerms, ...restTerms]),
    weights,
    length,
    verbs: new Set([nameTerms[0], descriptionTerms[0]].filter((term) => term !== undefined)),
    parameters,
    directions: new Set([...directionsOf(nameTerms), ...directionsOf(termsOf(description))]),
  };
}
