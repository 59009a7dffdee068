import { type ChatClientRequest, ToolCallingAdvisor } from '@toolwright/chat';
import {
  IllegalStateException,
  nameClass,
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
import { ToolSearchTool } from '../tool/ToolSearchTool.js';
import { ToolSearchTurn, type ToolSearchTurnSettings } from '../turn/ToolSearchTurn.js';
import { DEFAULT_SYSTEM_MESSAGE_SUFFIX } from './defaultSystemMessageSuffix.js';
import { sessionIdOf } from './sessionIdOf.js';

const DEFAULT_SESSION_ID_KEY_NAME = 'chat_memory_conversation_id';
const DEFAULT_MAX_SESSIONS = 1000;

/**
 * The tool loop with progressive disclosure: instead of all attached tools the model is sent `toolSearchTool`, and then
 * the tools that its searches have found. A service with hundreds of tools pays for the few that a conversation needs.
 *
 * Each turn needs a session id in the request's context, by default the conversation id that chat memory uses. What was
 * disclosed stays disclosed for the session, and is also taken from the answers of `toolSearchTool` in the prompt; in
 * either case only tools that are attached to the request are ever sent or run. The tools of a session are indexed again
 * only if a name or a description has changed.
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
    this.#sessions = ToolSearchSessions.of(settings.toolIndex);
    this.#turnSettings = {
      sessions: this.#sessions,
      evictionStrategy: settings.evictionStrategy,
      searchTool: ToolSearchTool.of(settings.toolIndex, settings.maxResults),
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

  protected override async doInitializeLoop(request: ChatClientRequest): Promise<ChatClientRequest> {
    const { prompt } = request;
    const options = prompt.options as ToolCallingChatOptions;
    const sessionId = sessionIdOf(request.context, this.sessionIdKeyName);
    const definitions = this.toolCallingManager.resolveToolDefinitions(options);
    const tools = AttachedTools.of(options.toolCallbacks, definitions);
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
    if (!isToolCallingChatOptions(options)) return request;
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
      unknownToolResponse: (toolName) => turn.answerUndisclosed(toolName),
    };
    return turn.executionOptions;
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
      };
    }
  }
}

nameClass(ToolSearchToolCallingAdvisor.Builder, 'ToolSearchToolCallingAdvisor.Builder');
