import {
  type CallAdvisorChain,
  type ChatClientRequest,
  type ChatClientResponse,
  type StreamAdvisorChain,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { IllegalStateException, nameClass } from '@toolwright/core';
import { SystemMessage } from '@toolwright/model';
import { isToolCallingChatOptions, type ToolCallingChatOptions, type ToolExecutionOptions } from '@toolwright/tools';
import { AttachedTools } from '../disclosure/AttachedTools.js';
import type { ToolIndexEvictionStrategy } from '../eviction/ToolIndexEvictionStrategy.js';
import type { ToolIndex } from '../index/ToolIndex.js';
import { ToolSearchSessions } from '../session/ToolSearchSessions.js';
import { SearchTools } from '../tool/SearchTools.js';
import { ToolSearchTurn, type ToolSearchTurnSettings } from '../turn/ToolSearchTurn.js';
import { noteChain } from './chainOfTurn.js';
import { messagesInside } from './messagesInside.js';
import { NativeToolSearch, type ToolSearchMode } from './NativeToolSearch.js';
import { sessionIdOf } from './sessionIdOf.js';
import {
  type ToolSearchSettings,
  ToolSearchSettingsBuilder,
  type UndiscoveredToolCall,
} from './ToolSearchSettingsBuilder.js';

/**
 * The tool loop with progressive disclosure: instead of all attached tools the model is sent `toolSearchTool`, and then
 * the tools that its searches have found. A service with hundreds of tools pays for the few that a conversation needs.
 *
 * Each turn needs a session id in the request's context, by default the conversation id that chat memory uses. What was
 * disclosed stays disclosed for the session, and is also taken from the answers of `toolSearchTool` in the prompt and, for
 * a session that is not known yet, from those that a memory inside the loop remembers; in any case only tools that are
 * attached to the request are ever sent or run. The tools of a session are indexed again only if a definition or a category
 * has changed.
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
    noteChain(request, chain);
    return super.adviseCall(request, chain);
  }

  override adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    noteChain(request, chain);
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
    const known = await this.#sessions.begin(sessionId, tools, this.evictionStrategy);
    const turn = new ToolSearchTurn(sessionId, tools, known ?? [], this.#turnSettings);
    turn.joinTo(request.turn);
    if (!known) turn.restore(await messagesInside(request, this.order));
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
  export type Settings = ToolSearchSettings;

  /**
   * Builds a {@link ToolSearchToolCallingAdvisor}. Only the index is required. Defaults beside those of the plain loop:
   * accumulation on, session id under `chat_memory_conversation_id`, at most 1000 sessions.
   */
  export class Builder extends ToolSearchSettingsBuilder {
    /** @throws {IllegalArgumentException} `toolIndex is required`, and for an order as the plain loop */
    override build(): ToolSearchToolCallingAdvisor {
      return new ToolSearchToolCallingAdvisor(this.settings());
    }

    protected override newCopy(): Builder {
      return new Builder();
    }
  }
}

nameClass(ToolSearchToolCallingAdvisor.Builder, 'ToolSearchToolCallingAdvisor.Builder');
