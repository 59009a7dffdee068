import type { Message } from '@toolwright/model';
import type { ToolCallback, ToolCallingChatOptions, ToolExecutionOptions } from '@toolwright/tools';
import type { AttachedTools } from '../disclosure/AttachedTools.js';
import { DisclosedTools } from '../disclosure/DisclosedTools.js';
import type { ToolIndexEvictionStrategy } from '../eviction/ToolIndexEvictionStrategy.js';
import type { ToolSearchRequest } from '../index/ToolSearchRequest.js';
import type { ToolSearchResponse } from '../index/ToolSearchResponse.js';
import type { ToolSearchSessions } from '../session/ToolSearchSessions.js';
import type { SearchTools } from '../tool/SearchTools.js';
import { TOOL_SEARCH_TOOL_NAME } from '../tool/toolSearchToolDefinition.js';
import { TOOL_SEARCH_TOOL_SESSION_ID_KEY } from '../tool/toolSearchToolSessionIdKey.js';

/** Where a turn is found in the state that the rounds and tools of one turn share. */
const KEY = '@toolwright/tool-search/turn';

/** What all turns of one advisor have in common. */
export interface ToolSearchTurnSettings {
  readonly sessions: ToolSearchSessions;
  readonly evictionStrategy: ToolIndexEvictionStrategy;
  readonly searchTools: SearchTools;
  /** Whether names of earlier searches stay when a later one has been answered. */
  readonly accumulates: boolean;
  /** Names of tools that are disclosed from the beginning. */
  readonly alwaysDisclosed: readonly string[];
}

/** One turn of a session: the tools that its request attached, and those of them that the model knows by now. */
export class ToolSearchTurn {
  /** Made when tools are first run, and the same for all rounds. */
  executionOptions: ToolExecutionOptions | undefined;
  readonly #settings: ToolSearchTurnSettings;
  readonly #pinned: readonly string[];
  readonly #disclosed: DisclosedTools;
  #toolCallbacks: readonly ToolCallback[] | undefined;
  #options: ToolCallingChatOptions | undefined;

  /** @param disclosed names that earlier turns of the session have disclosed */
  constructor(
    readonly sessionId: string,
    readonly tools: AttachedTools,
    disclosed: readonly string[],
    settings: ToolSearchTurnSettings,
  ) {
    this.#settings = settings;
    this.#pinned = settings.alwaysDisclosed.filter((name) => tools.has(name));
    this.#disclosed = new DisclosedTools(disclosed, settings.accumulates, (name) => tools.has(name));
  }

  /** The turn that `state` belongs to. */
  static of(state: Map<string, unknown>): ToolSearchTurn | undefined {
    return (state.get(KEY) as ToolSearchTurn | null | undefined) ?? undefined;
  }

  /** Notes that nothing is searched in the turn that `state` belongs to. */
  static skip(state: Map<string, unknown>): void {
    state.set(KEY, null);
  }

  /** Whether {@link skip} was called for the turn. */
  static isSkipped(state: Map<string, unknown>): boolean {
    return state.get(KEY) === null;
  }

  /** Makes the turn known to its rounds and tools. */
  joinTo(state: Map<string, unknown>): void {
    state.set(KEY, this);
  }

  /** Takes note of what earlier messages of the conversation disclose; from then on the session is known. */
  restore(messages: readonly Message[]): void {
    this.#disclosed.read(messages);
    this.#note();
  }

  /** Takes note of what the messages of the next model request disclose. */
  read(messages: readonly Message[]): void {
    if (!this.#disclosed.read(messages)) return;
    this.#toolCallbacks = undefined;
    this.#options = undefined;
    this.#note();
  }

  /**
   * `base` with the search tool and the disclosed tools in place of its own. The same options are returned, and the list
   * of tools stays the same array, until something else is disclosed.
   */
  disclose(base: ToolCallingChatOptions): ToolCallingChatOptions {
    if (this.#options === base) return base;
    this.#toolCallbacks ??= this.#list();
    const options = base
      .mutate()
      .toolCallbacks(this.#toolCallbacks)
      .toolContext(TOOL_SEARCH_TOOL_SESSION_ID_KEY, this.sessionId)
      .build();
    this.#options = options;
    return options;
  }

  search(request: ToolSearchRequest, signal: AbortSignal): Promise<ToolSearchResponse> {
    const { sessions, evictionStrategy } = this.#settings;
    return sessions.search(this.tools, request, signal, evictionStrategy);
  }

  /** What a model is told that calls an attached tool which it does not know yet; undefined for other names (Spec SX-08). */
  answerUndisclosed(toolName: string): string | undefined {
    if (!this.tools.has(toolName)) return undefined;
    return (
      `Tool '${toolName}' exists, but it is not available to you yet. First call '${TOOL_SEARCH_TOOL_NAME}' with a query ` +
      `that describes what '${toolName}' should do; then call '${toolName}' as its definition says.`
    );
  }

  #note(): void {
    const { sessions, accumulates } = this.#settings;
    sessions.disclose(this.sessionId, this.#disclosed.names, accumulates);
  }

  /** Search tool, pinned tools, then tools in the order of discovery: the list only grows at its end (Spec NT-05). */
  #list(): readonly ToolCallback[] {
    const names = new Set([...this.#pinned, ...this.#disclosed.names]);
    const disclosed = Array.from(names, (name) => this.tools.get(name)).filter((tool) => tool !== undefined);
    return Object.freeze([this.#settings.searchTools.forCategories(this.tools.categories), ...disclosed]);
  }
}
