import {
  hasText,
  LoggerFactory,
  nearestNames,
  ObservationRegistry,
  requireArgument,
  requireNonNull,
  shorten,
} from '@toolwright/core';
import {
  FunctionToolCallback,
  ToolCallback,
  ToolCallResultConverter,
  type ToolContext,
  type ToolDefinition,
} from '@toolwright/tools';
import type { ToolIndex } from '../index/ToolIndex.js';
import type { ToolReference } from '../index/ToolReference.js';
import type { ToolSearchResponse } from '../index/ToolSearchResponse.js';
import { ToolSearchTurn } from '../turn/ToolSearchTurn.js';
import { readSearchArguments, type ToolSearchArguments } from './readSearchArguments.js';
import {
  TOOL_SEARCH_TOOL_NAME,
  type ToolSearchLimits,
  toolSearchLimits,
  toolSearchToolDefinition,
} from './toolSearchToolDefinition.js';
import { TOOL_SEARCH_TOOL_SESSION_ID_KEY } from './toolSearchToolSessionIdKey.js';

const logger = LoggerFactory.getLogger('toolwright.tool-search.search');

/** How many names a search without a hit suggests, and how much of a query it repeats, in characters. */
const SUGGESTED_NAMES = 10;
const REPEATED_CHARACTERS = 200;

/** A summary is the first line of a description, and not much longer than this, in characters. */
const SUMMARY_CHARACTERS = 200;

/** What a search answers with: `["weather"]`, or `{"tools":[{"name":"weather","summary":"Get …"}]}` (Spec SX-15b). */
export type ToolSearchResultFormat = 'names' | 'summaries';

/** How a {@link ToolSearchTool} answers, beside the number of its results. */
export interface ToolSearchToolOptions {
  /** The categories of the tools that are searched, for the model to choose from; null if they are not known. */
  readonly categories?: readonly string[] | null;
  /** Default `names`. */
  readonly resultFormat?: ToolSearchResultFormat;
  /** Whose current observation, that of the tool call, is told about the search; default nobody (Spec SX-20). */
  readonly observationRegistry?: ObservationRegistry;
}

/**
 * The tool `toolSearchTool`, with which a model looks for other tools. Its result is a JSON array of tool names, best
 * first; a search without a hit, or without a query, is answered with a sentence (Spec SX-13b, SX-15a).
 *
 * The session comes from the tool context, never from the model. One instance serves any number of concurrent turns.
 */
export class ToolSearchTool extends ToolCallback {
  override readonly definition: ToolDefinition;
  readonly #toolIndex: ToolIndex;
  readonly #limits: ToolSearchLimits;
  readonly #resultFormat: ToolSearchResultFormat;
  readonly #observationRegistry: ObservationRegistry;
  // Reads the input as every tool does, and reports what fails in it.
  readonly #function: ToolCallback;

  /**
   * @param maxResults how many names a model gets that asks for no number, default 5; a model may ask for 1 to 10, or to
   *   this number if it is larger
   * @throws {IllegalArgumentException} `toolIndex cannot be null`
   */
  constructor(toolIndex: ToolIndex, maxResults: number | null = null, options: ToolSearchToolOptions = {}) {
    super();
    this.#toolIndex = requireNonNull(toolIndex, 'toolIndex cannot be null');
    this.#limits = toolSearchLimits(maxResults);
    this.#resultFormat = options.resultFormat ?? 'names';
    this.#observationRegistry = options.observationRegistry ?? ObservationRegistry.NOOP;
    this.definition = toolSearchToolDefinition(this.#limits, options.categories ?? null);
    this.#function = FunctionToolCallback.builder(TOOL_SEARCH_TOOL_NAME, (input, toolContext) =>
      this.#answer(input, toolContext as ToolContext),
    )
      .inputSchema(ANY_INPUT)
      .toolCallResultConverter(VERBATIM)
      .build();
  }

  /**
   * @throws {IllegalArgumentException} `ToolContext is required by the method as an argument` without a tool context
   * @throws {ToolContextValueMissingException} if the tool context has no session id
   * @throws {ToolArgumentsException} if the input is no JSON
   * @throws {ToolExecutionException} if the index fails
   */
  override async call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    requireArgument(
      toolContext !== undefined && toolContext !== null && Object.keys(toolContext.context).length > 0,
      'ToolContext is required by the method as an argument',
    );
    toolContext.require(TOOL_SEARCH_TOOL_SESSION_ID_KEY);
    return this.#function.call(hasText(toolInput) ? toolInput : '{}', toolContext);
  }

  async #answer(input: unknown, toolContext: ToolContext): Promise<string> {
    const wanted = readSearchArguments(input, this.#limits);
    const { query, maxResults, categoryFilter } = wanted;
    if (query === '') return QUERY_MISSING;
    const sessionId = String(toolContext.require(TOOL_SEARCH_TOOL_SESSION_ID_KEY));
    const request = { sessionId, query, maxResults, ...(categoryFilter === null ? {} : { categoryFilter }) };
    const turn = ToolSearchTurn.of(toolContext.turn);
    const started = performance.now();
    const response = await (turn ?? this.#toolIndex).search(request, toolContext.signal);
    this.#tell(response, performance.now() - started);
    const { toolReferences } = response;
    if (toolReferences.length === 0) return nothingFound(wanted, turn);
    const answer = this.#resultFormat === 'names' ? toolReferences.map(nameOf) : { tools: toolReferences.map(brief) };
    return JSON.stringify(answer);
  }

  /** Numbers only: the query and the names are the arguments and the result of the call, which have a switch of their own. */
  #tell({ toolReferences, totalMatches, searchMetadata }: ToolSearchResponse, durationMs: number): void {
    const searchType = searchMetadata?.searchType ?? this.#toolIndex.constructor.name;
    const hits = totalMatches ?? toolReferences.length;
    const observation = this.#observationRegistry.current;
    observation?.addLowCardinalityKeyValues({ 'toolwright.tool_search.index': searchType });
    observation?.addHighCardinalityKeyValues({
      'toolwright.tool_search.hits': String(hits),
      'toolwright.tool_search.duration_ms': durationMs.toFixed(3),
    });
    if (!logger.isLevelEnabled('debug')) return;
    logger.debug('Searched for tools.', {
      index: searchType,
      hits,
      returned: toolReferences.length,
      scores: toolReferences.map(({ relevanceScore }) => relevanceScore ?? null),
      durationMs,
    });
  }
}

/** Texts go to the model as they are. */
class VerbatimConverter extends ToolCallResultConverter {
  override convert(result: unknown): string {
    return result as string;
  }
}

const VERBATIM = new VerbatimConverter();

/** Accepts any input: what does not fit is mended or answered here, not refused (Spec SX-13b). */
const ANY_INPUT = '{}';

const QUERY_MISSING =
  "A query is needed: call 'toolSearchTool' with a 'query' that describes in a few words what the tool should do.";

const nameOf = ({ toolName }: ToolReference): string => toolName;

function brief({ toolName, summary }: ToolReference): unknown {
  const [line = ''] = summary.trim().split(/[\r\n]/, 1);
  return { name: toolName, summary: shorten(line, SUMMARY_CHARACTERS) };
}

/** The text is no JSON array, so nothing in it is ever taken for the name of a tool that was found. */
function nothingFound({ query, categoryFilter }: ToolSearchArguments, turn: ToolSearchTurn | undefined): string {
  const categories = turn?.tools.categories ?? [];
  const wanted = categoryFilter?.trim().toLowerCase();
  if (wanted && categories.length > 0 && !categories.some((category) => category.trim().toLowerCase() === wanted)) {
    const name = shorten(categoryFilter ?? '', REPEATED_CHARACTERS);
    return `There is no category '${name}'. The categories are: ${categories.join(', ')}. Search again with one of them, or with none.`;
  }
  const repeated = shorten(query, REPEATED_CHARACTERS);
  const nearest = nearestNames(repeated, turn?.tools.names ?? [], SUGGESTED_NAMES);
  const hint = nearest.length > 0 ? ` The tools with the nearest names are: ${nearest.join(', ')}.` : '';
  return `No tool matches the query '${repeated}'.${hint} Search again with other words.`;
}
