import { requireNonNull } from '@toolwright/core';
import { analyze } from '../index/keyword/analyze.js';
import { KeywordIndex } from '../index/keyword/KeywordIndex.js';
import type { ToolReference } from '../index/ToolReference.js';

/** What can be wrong with the descriptions of a catalogue. */
export type ToolCatalogRule = 'empty-description' | 'long-description' | 'colliding-descriptions';

/** Something about a catalogue that makes its tools hard to find, or to tell apart. */
export interface ToolCatalogFinding {
  readonly rule: ToolCatalogRule;
  /** One tool, or the two that collide, in the order of the catalogue. */
  readonly toolNames: readonly string[];
  /** What was found and what to do about it. */
  readonly message: string;
  /** How much of the score of the one the other reaches, 0 to 1; of collisions only. */
  readonly similarity?: number;
}

/** When something is worth mentioning. */
export interface ToolCatalogLintOptions {
  /** Longest description in characters, at least 1; default 1024, which is the most that some providers accept. */
  readonly maxDescriptionLength?: number;
  /** Similarity from which two tools collide, above 0 and up to 1; default 0.5. */
  readonly minSimilarity?: number;
}

const MAX_DESCRIPTION_LENGTH = 1024;
const MIN_SIMILARITY = 0.5;

/**
 * Looks for descriptions that say no more than the name, that are too long, and for pairs of tools of which each is what
 * a search for the other finds next. Searches once per tool, so a catalogue of thousands takes seconds.
 *
 * @returns by rule in the order of {@link ToolCatalogRule}; collisions with the highest similarity first
 * @throws {IllegalArgumentException} `tools cannot be null`
 */
export function lintToolCatalog(
  tools: readonly ToolReference[],
  options: ToolCatalogLintOptions = {},
): readonly ToolCatalogFinding[] {
  requireNonNull(tools, 'tools cannot be null');
  const { maxDescriptionLength = MAX_DESCRIPTION_LENGTH, minSimilarity = MIN_SIMILARITY } = options;
  return [
    ...tools.filter(saysNothing).map(emptyDescription),
    ...tools
      .filter(({ summary }) => summary.length > maxDescriptionLength)
      .map((tool) => longDescription(tool, maxDescriptionLength)),
    ...collisions(tools, minSimilarity),
  ];
}

/** A missing description is replaced by the name, as it is or in words, before an index sees it. */
function saysNothing({ toolName, summary }: ToolReference): boolean {
  const described = lettersOf(summary);
  return described === '' || described === lettersOf(toolName);
}

const lettersOf = (text: string): string =>
  analyze(text)
    .map(({ word }) => word)
    .join('');

function emptyDescription({ toolName }: ToolReference): ToolCatalogFinding {
  return {
    rule: 'empty-description',
    toolNames: [toolName],
    message: `Tool '${toolName}' has no description beside its name. Say what it does and when to use it.`,
  };
}

function longDescription({ toolName, summary }: ToolReference, most: number): ToolCatalogFinding {
  return {
    rule: 'long-description',
    toolNames: [toolName],
    message: `The description of tool '${toolName}' has ${summary.length} characters, more than ${most}. Move details to its parameters.`,
  };
}

/** What a search in the words of a tool finds beside it. */
interface Neighbour {
  readonly tool: ToolReference;
  readonly similarity: number;
}

function collisions(tools: readonly ToolReference[], minSimilarity: number): readonly ToolCatalogFinding[] {
  const index = new KeywordIndex(tools);
  const neighbours = new Map(tools.map((tool) => [tool, nearestTo(tool, index)] as const));
  const places = new Map(tools.map((tool, place) => [tool, place] as const));
  const found: (ToolCatalogFinding & { readonly similarity: number })[] = [];
  for (const [tool, neighbour] of neighbours) {
    const back = neighbour && neighbours.get(neighbour.tool);
    if (!back || back.tool !== tool || (places.get(neighbour.tool) ?? 0) < (places.get(tool) ?? 0)) continue;
    const similarity = Math.min(neighbour.similarity, back.similarity);
    if (similarity >= minSimilarity) found.push(collision(tool, neighbour.tool, similarity));
  }
  return found.sort((a, b) => b.similarity - a.similarity);
}

function nearestTo(tool: ToolReference, index: KeywordIndex): Neighbour | undefined {
  const hits = index.search(`${tool.toolName} . ${tool.summary}`, null);
  const own = hits.find((hit) => hit.tool === tool)?.score;
  const other = hits.find((hit) => hit.tool !== tool);
  return own !== undefined && other ? { tool: other.tool, similarity: Math.min(1, other.score / own) } : undefined;
}

function collision(
  one: ToolReference,
  other: ToolReference,
  similarity: number,
): ToolCatalogFinding & { readonly similarity: number } {
  return {
    rule: 'colliding-descriptions',
    toolNames: [one.toolName, other.toolName],
    message:
      `Tools '${one.toolName}' and '${other.toolName}' are described in nearly the same words, so a search for one ` +
      'finds the other. Say in each description what sets it apart, or offer one of them only.',
    similarity,
  };
}
