import { ToolCallingAdvisor } from '@toolwright/chat';
import {
  ObservationRegistry,
  requireArgument,
  requireNonNull,
  requireNonNullElements,
  requireText,
} from '@toolwright/core';
import { LruEvictionStrategy } from '../eviction/LruEvictionStrategy.js';
import type { ToolIndexEvictionStrategy } from '../eviction/ToolIndexEvictionStrategy.js';
import type { ToolIndex } from '../index/ToolIndex.js';
import type { ToolSearchResultFormat } from '../tool/ToolSearchTool.js';
import { DEFAULT_SYSTEM_MESSAGE_SUFFIX } from './defaultSystemMessageSuffix.js';
import { TOOL_SEARCH_MODES, type ToolSearchMode } from './NativeToolSearch.js';

const DEFAULT_SESSION_ID_KEY_NAME = 'chat_memory_conversation_id';
const DEFAULT_MAX_SESSIONS = 1000;

const UNDISCOVERED_TOOL_CALLS = ['advise', 'execute'] as const;
const RESULT_FORMATS = ['names', 'summaries'] as const satisfies readonly ToolSearchResultFormat[];

/** What happens when a model calls an attached tool that it was not shown (Spec SX-08). */
export type UndiscoveredToolCall = (typeof UNDISCOVERED_TOOL_CALLS)[number];

/** Everything that a `ToolSearchToolCallingAdvisor` is made from. */
export interface ToolSearchSettings extends ToolCallingAdvisor.Settings {
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

/** Collects the settings of an advisor with tool search. */
export abstract class ToolSearchSettingsBuilder extends ToolCallingAdvisor.Builder {
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

  protected override settings(): ToolSearchSettings {
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

function requireOneOf<T extends string>(values: readonly T[], value: T, name: string): T {
  requireArgument(values.includes(value), `${name} must be one of ${values.join(', ')}`);
  return value;
}
