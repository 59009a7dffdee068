import {
  type CallAdvisorChain,
  type ChatClientRequest,
  type ChatClientResponse,
  type StreamAdvisorChain,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import {
  IllegalStateException,
  nameClass,
  ObservationRegistry,
  requireArgument,
  requireNonNull,
  requireNonNullElements,
  requireText,
} from '@toolwright/core';
import { SystemMessage } from '@toolwright/model';
import { isToolCallingChatOptions, type ToolCallingChatOptions, type ToolExecutionOptions } from '@toolwright/tools';
import { AttachedTools } from '../disclosure/AttachedTools.js';
import { LruEvictionStrategy } from '../eviction/LruEvictionStrategy.js';
import type { ToolIndexEvictionStrategy } from '../eviction/ToolIndexEvictionStrategy.js';
import type { ToolIndex } from '../index/ToolIndex.js';
import { ToolSearchSessions } from '../session/ToolSearchSessions.js';
import { SearchTools } from '../tool/SearchTools.js';
import type { ToolSearchResultFormat } from '../tool/ToolSearchTool.js';
import { ToolSearchTurn, type ToolSearchTurnSettings } from '../turn/ToolSearchTurn.js';
import { DEFAULT_SYSTEM_MESSAGE_SUFFIX } from './defaultSystemMessageSuffix.js';
import { NativeToolSearch, TOOL_SEARCH_MODES, type ToolSearchMode } from './NativeToolSearch.js';
import { sessionIdOf } from './sessionIdOf.js';

const DEFAULT_SESSION_ID_KEY_NAME = 'chat_memory_conversation_id';
const DEFAULT_MAX_SESSIONS = 1000;

const UNDISCOVERED_TOOL_CALLS = ['advise', 'execute'] as const;
const RESULT_FORMATS = ['names', 'summaries'] as const satisfies readonly ToolSearchResultFormat[];

/** What happens when a model calls an attached tool that it was not shown (Spec SX-08). */
export type UndiscoveredToolCall = (typeof UNDISCOVERED_TOOL_CALLS)[number];

/**
 * The tool loop with progressive disclosure: instead of all attached tools the model is sent `toolSearchTool`, and then
 * the tools that its searches have found. A service with hundreds of tools pays for the few that a conversation needs.
 *
 * Each turn needs a session id in the request's context, by default the conversation id that chat memory uses. What was
 * disclosed stays disclosed for the session, and is also taken from the answers of `toolSearchTool` in the prompt; in
 * either case only tools that are attached to the request are ever sent or run. The tools of a session are indexed again
 * only if a definition or a category has changed.
 *
 * In the modes `native` and `auto` a model that declares `supportsDeferredTools` is sent all definitions, marked deferred
 * for its provider's own search; nothing is indexed and no session id is needed then (Spec NT-02 to NT-04).
 *
 * One instance serves any number of concurrent turns and sessions. What is known of the sessions belongs to the index:
 * advisors over one index share it, so a client may build a new advisor for each request.
 */
export class ToolSearchToolCallingAdvisor extends ToolCallingAdvisor {
  override readonly name: string = 'ToolSearchToolCallingAdvisor';
  readonly toolIndex: ToolIndex;
  readonly systemMessageSuffix: string;
  /** Whether names of earlier searches stay disclosed when a later search was answered. */
  readonly referenceToolNameAccumulation: boolean;
  /** How many tools a search finds if the model does not say; null for the default of the search tool. */
  readonly maxResults: number | null;
  readonly sessionIdKeyName: string;
  readonly evictionStrategy: ToolIndexEvictionStrategy;
  readonly mode: ToolSearchMode;
  /** With fewer attached tools all of them are sent, and nothing is searched; 0 for never. */
  readonly minTools: number;
  readonly undiscoveredToolCall: UndiscoveredToolCall;
  readonly #native: NativeToolSearch;
  readonly #sessions: ToolSearchSessions;
  readonly #turnSettings: ToolSearchTurnSettings;

  /** For subclasses; others use {@link builder}. */
  constructor(settings: ToolSearchToolCallingAdvisor.Settings) {
    super(settings);
    this.toolIndex = settings.toolIndex;
    this.systemMessageSuffix = settings.systemMessageSuffix;
    this.referenceToolNameAccumulation = settings.referenceToolNameAccumulation;
    this.maxResults = settings.maxResults;
    this.sessionIdKeyName = settings.sessionIdKeyName;
    this.evictionStrategy = settings.evictionStrategy;
    this.mode = settings.mode;
    this.minTools = settings.minTools;
    this.undiscoveredToolCall = settings.undiscoveredToolCall;
    this.#native = new NativeToolSearch(settings.mode, settings.alwaysDisclosed);
    this.#sessions = ToolSearchSessions.of(settings.toolIndex);
    this.#turnSettings = {
      sessions: this.#sessions,
      evictionStrategy: settings.evictionStrategy,
      searchTools: new SearchTools(
        settings.toolIndex,
        settings.maxResults,
        settings.resultFormat,
        settings.observationRegistry,
      ),
      accumulates: settings.referenceToolNameAccumulation,
      alwaysDisclosed: settings.alwaysDisclosed,
    };
  }

  static override builder(): ToolSearchToolCallingAdvisor.Builder {
    return new ToolSearchToolCallingAdvisor.Builder();
  }

  /** Forgets a session and what is indexed and disclosed for it; its next turn starts anew. Unknown ids are no error. */
  async evictSession(sessionId: string): Promise<void> {
    await this.#sessions.evict(sessionId, this.evictionStrategy);
  }

  override adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    this.#native.noteModel(request, chain);
    return super.adviseCall(request, chain);
  }

  override adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    this.#native.noteModel(request, chain);
    return super.adviseStream(request, chain);
  }

  /**
   * @throws {IllegalStateException} in the mode `native`, if the model does not declare `supportsDeferredTools` (NT-03)
   * @throws {IllegalArgumentException} if the context has no session id and one is needed
   */
  protected override async doInitializeLoop(request: ChatClientRequest): Promise<ChatClientRequest> {
    const { prompt } = request;
    const options = prompt.options as ToolCallingChatOptions;
    const isNative = this.#native.appliesTo(request);
    if (isNative || this.minTools > 0) {
      const attached = this.#attachedTo(options);
      if (isNative || attached.size < this.minTools) ToolSearchTurn.skip(request.turn);
      if (attached.size < this.minTools) return request;
      if (isNative) {
        return request.withPrompt(
          prompt.withOptions(options.mutate().toolCallbacks(this.#native.defer(attached)).build()),
        );
      }
    }
    const sessionId = sessionIdOf(request.context, this.sessionIdKeyName);
    const tools = this.#attachedTo(options);
    const disclosed = await this.#sessions.begin(sessionId, tools, this.evictionStrategy);
    const turn = new ToolSearchTurn(sessionId, tools, disclosed, this.#turnSettings);
    turn.joinTo(request.turn);
    turn.read(prompt.instructions);
    const extended = prompt.augmentSystemMessage(
      ({ text, metadata }) => new SystemMessage(text + this.systemMessageSuffix, metadata),
    );
    return request.withPrompt(extended.withOptions(turn.disclose(options)));
  }

  protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
    const { options, instructions } = request.prompt;
    if (!isToolCallingChatOptions(options) || ToolSearchTurn.isSkipped(request.turn)) return request;
    const turn = this.#turnOf(request);
    turn.read(instructions);
    const disclosing = turn.disclose(options);
    return disclosing === options ? request : request.withPrompt(request.prompt.withOptions(disclosing));
  }

  protected override toolExecutionOptions(request: ChatClientRequest): ToolExecutionOptions {
    const turn = ToolSearchTurn.of(request.turn);
    if (!turn) return super.toolExecutionOptions(request);
    turn.executionOptions ??= {
      ...super.toolExecutionOptions(request),
      ...(this.undiscoveredToolCall === 'execute'
        ? { resolveTool: (toolName) => turn.tools.get(toolName) }
        : { unknownToolResponse: (toolName) => turn.answerUndisclosed(toolName) }),
    };
    return turn.executionOptions;
  }

  #attachedTo(options: ToolCallingChatOptions): AttachedTools {
    return AttachedTools.of(options.toolCallbacks, this.toolCallingManager.resolveToolDefinitions(options));
  }

  #turnOf(request: ChatClientRequest): ToolSearchTurn {
    const turn = ToolSearchTurn.of(request.turn);
    if (turn) return turn;
    throw new IllegalStateException(
      `${this.constructor.name}.doInitializeLoop has left out what tool search needs to begin a turn; call ` +
        'super.doInitializeLoop and derive the request from the one that it returns',
    );
  }
}

export namespace ToolSearchToolCallingAdvisor {
  /** Everything that a {@link ToolSearchToolCallingAdvisor} is made from. */
  export interface Settings extends ToolCallingAdvisor.Settings {
    readonly toolIndex: ToolIndex;
    readonly systemMessageSuffix: string;
    readonly referenceToolNameAccumulation: boolean;
    readonly maxResults: number | null;
    readonly sessionIdKeyName: string;
    readonly evictionStrategy: ToolIndexEvictionStrategy;
    readonly alwaysDisclosed: readonly string[];
    readonly mode: ToolSearchMode;
    readonly minTools: number;
    readonly undiscoveredToolCall: UndiscoveredToolCall;
    readonly resultFormat: ToolSearchResultFormat;
    readonly observationRegistry: ObservationRegistry;
  }

  /**
   * Builds a {@link ToolSearchToolCallingAdvisor}. Only the index is required. Defaults beside those of the plain loop:
   * accumulation on, session id under `chat_memory_conversation_id`, at most 1000 sessions.
   */
  export class Builder extends ToolCallingAdvisor.Builder {
    #toolIndex: ToolIndex | undefined;
    #systemMessageSuffix = DEFAULT_SYSTEM_MESSAGE_SUFFIX;
    #referenceToolNameAccumulation = true;
    #maxResults: number | null = null;
    #sessionIdKeyName = DEFAULT_SESSION_ID_KEY_NAME;
    #evictionStrategy: ToolIndexEvictionStrategy = new LruEvictionStrategy(DEFAULT_MAX_SESSIONS);
    #alwaysDisclosed: readonly string[] = Object.freeze([]);
    #mode: ToolSearchMode = 'local';
    #minTools = 0;
    #undiscoveredToolCall: UndiscoveredToolCall = 'advise';
    #resultFormat: ToolSearchResultFormat = 'names';
    #observationRegistry = ObservationRegistry.NOOP;

    /**
     * Where tools are searched.
     *
     * @throws {IllegalArgumentException} `toolIndex cannot be null`
     */
    toolIndex(toolIndex: ToolIndex): this {
      this.#toolIndex = requireNonNull(toolIndex, 'toolIndex cannot be null');
      return this;
    }

    /**
     * What is appended, once per turn and with nothing between, to the first system message; without one it becomes the
     * first message.
     *
     * @throws {IllegalArgumentException} `systemMessageSuffix cannot be null or empty`
     */
    systemMessageSuffix(systemMessageSuffix: string): this {
      this.#systemMessageSuffix = requireText(systemMessageSuffix, 'systemMessageSuffix cannot be null or empty');
      return this;
    }

    /** Whether names of earlier searches stay disclosed when a later search was answered. */
    referenceToolNameAccumulation(referenceToolNameAccumulation: boolean): this {
      this.#referenceToolNameAccumulation = referenceToolNameAccumulation;
      return this;
    }

    /**
     * How many tools a search finds if the model does not say; null for 5. A model may ask for 1 to 10, or up to this
     * number if it is larger (Spec SX-13a).
     *
     * @throws {IllegalArgumentException} `maxResults must be a positive integer`
     */
    maxResults(maxResults: number | null): this {
      const valid = maxResults === null || (Number.isInteger(maxResults) && maxResults > 0);
      requireArgument(valid, 'maxResults must be a positive integer');
      this.#maxResults = maxResults;
      return this;
    }

    /**
     * Key of the request's context under which the session id is found.
     *
     * @throws {IllegalArgumentException} `sessionIdKeyName cannot be null or empty`
     */
    sessionIdKeyName(sessionIdKeyName: string): this {
      this.#sessionIdKeyName = requireText(sessionIdKeyName, 'sessionIdKeyName cannot be null or empty');
      return this;
    }

    /**
     * Which sessions lose their index, and when.
     *
     * @throws {IllegalArgumentException} `evictionStrategy must not be null`
     */
    evictionStrategy(evictionStrategy: ToolIndexEvictionStrategy): this {
      this.#evictionStrategy = requireNonNull(evictionStrategy, 'evictionStrategy must not be null');
      return this;
    }

    /**
     * Tools that need no search: they stand behind the search tool in this order, if the request attaches them.
     *
     * @throws {IllegalArgumentException} `alwaysDisclosed cannot contain null elements`
     */
    alwaysDisclosed(...toolNames: readonly string[]): this {
      const message = 'alwaysDisclosed cannot contain null elements';
      this.#alwaysDisclosed = Object.freeze([...requireNonNullElements(toolNames, message, message)]);
      return this;
    }

    /**
     * Who searches: `local`, the default, this service; `native` the model's provider; `auto` the provider where it can
     * and this service elsewhere.
     *
     * @throws {IllegalArgumentException} `mode must be one of local, native, auto`
     */
    mode(mode: ToolSearchMode): this {
      this.#mode = requireOneOf(TOOL_SEARCH_MODES, mode, 'mode');
      return this;
    }

    /**
     * With fewer attached tools all of them are sent, and nothing is searched; default 0, which is never.
     *
     * @throws {IllegalArgumentException} `minTools must be a whole number, 0 or more`
     */
    minTools(minTools: number): this {
      requireArgument(Number.isInteger(minTools) && minTools >= 0, 'minTools must be a whole number, 0 or more');
      this.#minTools = minTools;
      return this;
    }

    /**
     * What happens when a model calls an attached tool that it was not shown: `advise`, the default, answers that it
     * should search first; `execute` runs the tool.
     *
     * @throws {IllegalArgumentException} `undiscoveredToolCall must be one of advise, execute`
     */
    undiscoveredToolCall(undiscoveredToolCall: UndiscoveredToolCall): this {
      this.#undiscoveredToolCall = requireOneOf(UNDISCOVERED_TOOL_CALLS, undiscoveredToolCall, 'undiscoveredToolCall');
      return this;
    }

    /**
     * What a search answers with: `names`, the default, or `summaries`, which saves a model that is unsure a round.
     *
     * @throws {IllegalArgumentException} `resultFormat must be one of names, summaries`
     */
    resultFormat(resultFormat: ToolSearchResultFormat): this {
      this.#resultFormat = requireOneOf(RESULT_FORMATS, resultFormat, 'resultFormat');
      return this;
    }

    /**
     * Whose observations of calls of the search tool are told index, hits and duration; the registry of the manager.
     * Default nobody.
     *
     * @throws {IllegalArgumentException} `observationRegistry must not be null`
     */
    observationRegistry(observationRegistry: ObservationRegistry): this {
      this.#observationRegistry = requireNonNull(observationRegistry, 'observationRegistry must not be null');
      return this;
    }

    /** A builder with the same settings, independent of this one; index and eviction strategy are shared. */
    override copy(): this {
      const copy = super.copy();
      copy.#toolIndex = this.#toolIndex;
      copy.#systemMessageSuffix = this.#systemMessageSuffix;
      copy.#referenceToolNameAccumulation = this.#referenceToolNameAccumulation;
      copy.#maxResults = this.#maxResults;
      copy.#sessionIdKeyName = this.#sessionIdKeyName;
      copy.#evictionStrategy = this.#evictionStrategy;
      copy.#alwaysDisclosed = this.#alwaysDisclosed;
      copy.#mode = this.#mode;
      copy.#minTools = this.#minTools;
      copy.#undiscoveredToolCall = this.#undiscoveredToolCall;
      copy.#resultFormat = this.#resultFormat;
      copy.#observationRegistry = this.#observationRegistry;
      return copy;
    }

    /** @throws {IllegalArgumentException} `toolIndex is required`, and for an order as the plain loop */
    override build(): ToolSearchToolCallingAdvisor {
      return new ToolSearchToolCallingAdvisor(this.settings());
    }

    protected override newCopy(): Builder {
      return new Builder();
    }

    protected override settings(): Settings {
      return {
        toolIndex: requireNonNull(this.#toolIndex, 'toolIndex is required'),
        ...super.settings(),
        systemMessageSuffix: this.#systemMessageSuffix,
        referenceToolNameAccumulation: this.#referenceToolNameAccumulation,
        maxResults: this.#maxResults,
        sessionIdKeyName: this.#sessionIdKeyName,
        evictionStrategy: this.#evictionStrategy,
        alwaysDisclosed: this.#alwaysDisclosed,
        mode: this.#mode,
        minTools: this.#minTools,
        undiscoveredToolCall: this.#undiscoveredToolCall,
        resultFormat: this.#resultFormat,
        observationRegistry: this.#observationRegistry,
      };
    }
  }
}

function requireOneOf<T extends string>(values: readonly T[], value: T, name: string): T {
  requireArgument(values.includes(value), `${name} must be one of ${values.join(', ')}`);
  return value;
}

nameClass(ToolSearchToolCallingAdvisor.Builder, 'ToolSearchToolCallingAdvisor.Builder');
