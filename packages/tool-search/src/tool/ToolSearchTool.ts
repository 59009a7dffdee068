import { hasText, nearestNames, requireArgument, requireNonNull } from '@toolwright/core';
import {
  FunctionToolCallback,
  ToolCallback,
  ToolCallResultConverter,
  type ToolContext,
  type ToolDefinition,
} from '@toolwright/tools';
import type { ToolIndex } from '../index/ToolIndex.js';
import { ToolSearchTurn } from '../turn/ToolSearchTurn.js';
import { readSearchArguments } from './readSearchArguments.js';
import {
  TOOL_SEARCH_TOOL_NAME,
  type ToolSearchLimits,
  toolSearchLimits,
  toolSearchToolDefinition,
} from './toolSearchToolDefinition.js';
import { TOOL_SEARCH_TOOL_SESSION_ID_KEY } from './toolSearchToolSessionIdKey.js';

/** How many names a search without a hit suggests, and how much of a query it repeats, in characters. */
const SUGGESTED_NAMES = 10;
const REPEATED_CHARACTERS = 200;

const searchTools = new WeakMap<ToolIndex, Map<number | null, ToolSearchTool>>();

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
  // Reads the input as every tool does, and reports what fails in it.
  readonly #function: ToolCallback;

  /**
   * @param maxResults how many names a model gets that asks for no number, default 5; a model may ask for 1 to 10, or to
   *   this number if it is larger
   * @throws {IllegalArgumentException} `toolIndex cannot be null`
   */
  constructor(toolIndex: ToolIndex, maxResults: number | null = null) {
    super();
    this.#toolIndex = requireNonNull(toolIndex, 'toolIndex cannot be null');
    this.#limits = toolSearchLimits(maxResults);
    this.definition = toolSearchToolDefinition(this.#limits);
    this.#function = FunctionToolCallback.builder(TOOL_SEARCH_TOOL_NAME, (input, toolContext) =>
      this.#answer(input, toolContext as ToolContext),
    )
      .inputSchema(ANY_INPUT)
      .toolCallResultConverter(VERBATIM)
      .build();
  }

  /** The search tool over `toolIndex`; always the same object for the same arguments. */
  static of(toolIndex: ToolIndex, maxResults: number | null): ToolSearchTool {
    let known = searchTools.get(toolIndex);
    if (!known) {
      known = new Map<number | null, ToolSearchTool>();
      searchTools.set(toolIndex, known);
    }
    let tool = known.get(maxResults);
    if (!tool) {
      tool = new ToolSearchTool(toolIndex, maxResults);
      known.set(maxResults, tool);
    }
    return tool;
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
    const { query, maxResults, categoryFilter } = readSearchArguments(input, this.#limits);
    if (query === '') return QUERY_MISSING;
    const sessionId = String(toolContext.require(TOOL_SEARCH_TOOL_SESSION_ID_KEY));
    const request = { sessionId, query, maxResults, ...(categoryFilter === null ? {} : { categoryFilter }) };
    const turn = ToolSearchTurn.of(toolContext.turn);
    const { toolReferences } = await (turn ?? this.#toolIndex).search(request, toolContext.signal);
    if (toolReferences.length === 0) return nothingFound(query, turn?.tools.names ?? []);
    return JSON.stringify(toolReferences.map(({ toolName }) => toolName));
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

/** The text is no JSON array, so nothing in it is ever taken for the name of a tool that was found. */
function nothingFound(query: string, names: readonly string[]): string {
  const repeated = query.length > REPEATED_CHARACTERS ? `${query.slice(0, REPEATED_CHARACTERS)}…` : query;
  const nearest = nearestNames(repeated, names, SUGGESTED_NAMES);
  const hint = nearest.length > 0 ? ` The tools with the nearest names are: ${nearest.join(', ')}.` : '';
  return `No tool matches the query '${repeated}'.${hint} Search again with other words.`;
}
