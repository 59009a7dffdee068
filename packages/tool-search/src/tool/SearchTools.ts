import type { ObservationRegistry } from '@toolwright/core';
import type { ToolIndex } from '../index/ToolIndex.js';
import { ToolSearchTool, type ToolSearchResultFormat } from './ToolSearchTool.js';

/** Search tools that are kept of one index; beyond that they are made anew. */
const MOST_KEPT = 1000;

const kept = new WeakMap<ToolIndex, WeakMap<ObservationRegistry, Map<string, ToolSearchTool>>>();

/**
 * The search tools of an advisor: always the same object for the same categories, also among advisors with the same
 * settings, so that the definition that a provider has cached stays the same.
 */
export class SearchTools {
  readonly #toolIndex: ToolIndex;
  readonly #maxResults: number | null;
  readonly #resultFormat: ToolSearchResultFormat;
  readonly #observationRegistry: ObservationRegistry;
  readonly #kept: Map<string, ToolSearchTool>;

  constructor(
    toolIndex: ToolIndex,
    maxResults: number | null,
    resultFormat: ToolSearchResultFormat,
    observationRegistry: ObservationRegistry,
  ) {
    this.#toolIndex = toolIndex;
    this.#maxResults = maxResults;
    this.#resultFormat = resultFormat;
    this.#observationRegistry = observationRegistry;
    this.#kept = keptOf(toolIndex, observationRegistry);
  }

  /** The search tool for tools of these categories. */
  forCategories(categories: readonly string[]): ToolSearchTool {
    const key = JSON.stringify([this.#maxResults, this.#resultFormat, categories]);
    let tool = this.#kept.get(key);
    if (!tool) {
      tool = new ToolSearchTool(this.#toolIndex, this.#maxResults, {
        categories,
        resultFormat: this.#resultFormat,
        observationRegistry: this.#observationRegistry,
      });
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, tool);
    }
    return tool;
  }
}

function keptOf(toolIndex: ToolIndex, observationRegistry: ObservationRegistry): Map<string, ToolSearchTool> {
  let ofIndex = kept.get(toolIndex);
  if (!ofIndex) kept.set(toolIndex, (ofIndex = new WeakMap<ObservationRegistry, Map<string, ToolSearchTool>>()));
  let tools = ofIndex.get(observationRegistry);
  if (!tools) ofIndex.set(observationRegistry, (tools = new Map<string, ToolSearchTool>()));
  return tools;
}
