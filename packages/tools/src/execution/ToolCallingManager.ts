import { type MaybePromise, ObservationRegistry, requireArgument, requireNonNull } from '@toolwright/core';
import type { ChatResponse, Prompt } from '@toolwright/model';
import type { ToolApprovalHandler } from '../approval/ToolApprovalHandler.js';
import { ToolResultCache, type ToolResultCacheOptions } from '../cache/ToolResultCache.js';
import { requireContextDefaults, type ToolContextDefaults } from '../context/ToolContextDefaults.js';
import type { UnknownArguments } from '../conversion/UnknownArguments.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { requirePositive, type ToolLimitSettings, ToolLimitsBuilder } from '../limits/ToolLimitsBuilder.js';
import type { OnLimitExceeded } from '../limits/OnLimitExceeded.js';
import { type TurnLimits, UNLIMITED_TURN } from '../limits/TurnLimits.js';
import type { ToolCallListener } from '../listener/ToolCallListener.js';
import { DefaultToolCallingObservationConvention } from '../observation/DefaultToolCallingObservationConvention.js';
import { ToolCallObservations } from '../observation/ToolCallObservations.js';
import type { ToolCallingObservationConvention } from '../observation/ToolCallingObservationConvention.js';
import type { ToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';
import { StaticToolCallbackResolver } from '../resolution/StaticToolCallbackResolver.js';
import type { ToolCallbackResolver } from '../resolution/ToolCallbackResolver.js';
import { attachedToolsOf } from '../resolution/attachedTools.js';
import type { ToolCallingManagerSettings, UnknownToolBehavior } from './ToolCallingManagerSettings.js';
import { DefaultToolExecutionExceptionProcessor } from './DefaultToolExecutionExceptionProcessor.js';
import { ToolResultOffload } from '../results/ToolResultOffload.js';
import { READ_TOOL_RESULT } from '../results/readToolResultTool.js';
import type { ToolResultRepository } from '../results/ToolResultRepository.js';
import { TextToolErrorFormatter, type ToolErrorFormatter } from './ToolErrorFormatter.js';
import type { ToolCallResultConverter } from './ToolCallResultConverter.js';
import { runToolCalls } from './runToolCalls.js';
import type { ToolExecutionExceptionProcessor } from './ToolExecutionExceptionProcessor.js';
import type { ToolExecutionOptions } from './ToolExecutionOptions.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';

/**
 * Finds, limits and runs the tool calls of a response. It keeps no state between calls: limits are counted from the
 * prompt, which must therefore hold the complete history of the turn. One instance serves any number of concurrent turns.
 */
export abstract class ToolCallingManager {
  /**
   * The definitions of the tools that the options carry, in order.
   *
   * @throws {IllegalArgumentException} `chatOptions cannot be null`
   * @throws {IllegalStateException} if two tools have one name
   */
  abstract resolveToolDefinitions(chatOptions: ToolCallingChatOptions): readonly ToolDefinition[];

  /**
   * Runs the tool calls of the first answer that has any.
   *
   * @param prompt the complete history of the turn, with the options that were sent to the model
   * @param chatResponse the model's answer
   * @returns the history extended by the answer and by one tool-response message
   * @throws {ToolCallLimitExceededException} if a limit is breached and the behaviour is not `RETURN_ERROR_RESPONSE`
   * @throws {TurnLimitExceededException} if `options.budget` has no room for the round, or its time ends meanwhile
   * @throws {ToolApprovalRequiredException} if calls wait for an approval that nobody can give yet (AP-13)
   * @throws {ToolExecutionException} or whatever else the exception processor throws for a failed call; the error then
   *   has `partialToolExecutionResult`, the history with the results of the other calls of the batch
   * @throws {IllegalStateException} `No tool call requested by the chat model`; two tools with one name; an unknown tool
   *   if the behaviour is `throw`, or after too many of them
   * @throws the reason of `options.signal` within milliseconds after it fires; it then has `partialToolExecutionResult`
   *   if a call of the batch has ended before
   */
  abstract executeToolCalls(
    prompt: Prompt,
    chatResponse: ChatResponse,
    options?: ToolExecutionOptions,
  ): Promise<ToolExecutionResult>;

  /** Whether {@link withOwnTools} may add anything; a loop need not ask otherwise. */
  get offersTools(): boolean {
    return false;
  }

  /**
   * The options to send to the model: those given, with the tools that the manager itself offers to the turn at this
   * moment, such as the one that reads long results (OF-01). To be asked before each model request of a turn.
   *
   * @param options the same as for {@link executeToolCalls}; a conversation or a turn must be named there
   */
  withOwnTools(
    chatOptions: ToolCallingChatOptions,
    _options: ToolExecutionOptions,
  ): MaybePromise<ToolCallingChatOptions> {
    return chatOptions;
  }

  /**
   * What one turn may use beside calls; nothing is limited by default. Whoever drives the loop counts against it with a
   * {@link TurnBudget}; the tool loop of a client does.
   */
  get turnLimits(): TurnLimits {
    return UNLIMITED_TURN;
  }

  /** What the loop does about a limit; default `THROW`. */
  get onLimitExceeded(): OnLimitExceeded {
    return 'THROW';
  }

  /** All limits of a turn, for whoever shows them; null where the manager does not tell. */
  get limits(): ToolLimitSettings | null {
    return null;
  }

  /** Builds a {@link DefaultToolCallingManager}. */
  static builder(): ToolCallingManager.Builder {
    return new ToolCallingManager.Builder();
  }
}

/** The {@link ToolCallingManager} of the framework. */
export class DefaultToolCallingManager extends ToolCallingManager {
  readonly #settings: ToolCallingManagerSettings;
  readonly #observations: ToolCallObservations;

  /** @param settings complete settings; {@link ToolCallingManager.builder} checks them and fills in the defaults */
  constructor(settings: ToolCallingManagerSettings) {
    super();
    this.#settings = Object.isFrozen(settings) ? settings : Object.freeze({ ...settings });
    this.#observations = new ToolCallObservations(settings.observationRegistry, settings.observationConvention);
  }

  override get turnLimits(): TurnLimits {
    return this.#settings.turnLimits;
  }

  override get limits(): ToolLimitSettings {
    return this.#settings;
  }

  override get onLimitExceeded(): OnLimitExceeded {
    return this.#settings.onLimitExceeded;
  }

  override resolveToolDefinitions(chatOptions: ToolCallingChatOptions): readonly ToolDefinition[] {
    return attachedToolsOf(requireNonNull(chatOptions, 'chatOptions cannot be null')).definitions;
  }

  override get offersTools(): boolean {
    return this.#settings.resultOffload !== null;
  }

  override withOwnTools(
    chatOptions: ToolCallingChatOptions,
    options: ToolExecutionOptions,
  ): MaybePromise<ToolCallingChatOptions> {
    return this.#settings.resultOffload?.withTool(chatOptions, options) ?? chatOptions;
  }

  override executeToolCalls(
    prompt: Prompt,
    chatResponse: ChatResponse,
    options?: ToolExecutionOptions,
  ): Promise<ToolExecutionResult> {
    return runToolCalls(this.#settings, this.#observations, prompt, chatResponse, options);
  }
}

const NO_RESOLVER = new StaticToolCallbackResolver([]);
const DEFAULT_FORMATTER = new TextToolErrorFormatter();
const DEFAULT_PROCESSOR = new DefaultToolExecutionExceptionProcessor();
const DEFAULT_CONVENTION = new DefaultToolCallingObservationConvention();

export namespace ToolCallingManager {
  /**
   * Configures a manager. Defaults: 40 calls per tool and 150 in total for a turn, a breach throws, 8 calls at the same
   * time, no timeout, only attached tools run, and the model is told about a tool that does not exist up to 3 times.
   */
  export class Builder extends ToolLimitsBuilder {
    #observationRegistry: ObservationRegistry = ObservationRegistry.NOOP;
    #observationConvention: ToolCallingObservationConvention = DEFAULT_CONVENTION;
    #toolCallbackResolver: ToolCallbackResolver = NO_RESOLVER;
    #processor: ToolExecutionExceptionProcessor = DEFAULT_PROCESSOR;
    #resolutionFallbackEnabled = false;
    #executionConcurrency = 8;
    #executionTimeout: number | null = null;
    #unknownToolBehavior: UnknownToolBehavior = 'answer';
    #maxUnknownToolCalls = 3;
    #maxResultChars = Infinity;
    #offload: { readonly over: number; readonly repository: ToolResultRepository } | null = null;
    #toolErrorFormatter: ToolErrorFormatter = DEFAULT_FORMATTER;
    #toolApprovalHandler: ToolApprovalHandler | null = null;
    #deferApprovals = false;
    #toolCallListeners: readonly ToolCallListener[] = [];
    #resultCache: ToolResultCacheOptions | null = {};
    #resultConverter: ToolCallResultConverter | undefined;
    #unknownArguments: UnknownArguments | undefined;
    #contextDefaults: ToolContextDefaults = {};

    /** Who is told about every tool that runs; default nobody. */
    observationRegistry(observationRegistry: ObservationRegistry): this {
      this.#observationRegistry = observationRegistry;
      return this;
    }

    /**
     * How the observations of tool calls are named; default {@link DefaultToolCallingObservationConvention}, the names of
     * OpenTelemetry. {@link namedToolCallingConvention} has the others.
     *
     * @throws {IllegalArgumentException} `observationConvention cannot be null`
     */
    observationConvention(observationConvention: ToolCallingObservationConvention): this {
      this.#observationConvention = requireNonNull(observationConvention, 'observationConvention cannot be null');
      return this;
    }

    /** Where tools are looked for that the request did not attach; used only with {@link resolutionFallbackEnabled}. */
    toolCallbackResolver(toolCallbackResolver: ToolCallbackResolver): this {
      this.#toolCallbackResolver = toolCallbackResolver;
      return this;
    }

    /** Decides what a failed call means. */
    toolExecutionExceptionProcessor(processor: ToolExecutionExceptionProcessor): this {
      this.#processor = processor;
      return this;
    }

    /** Whether a tool that the request did not attach may be looked for in the resolver. */
    resolutionFallbackEnabled(resolutionFallbackEnabled: boolean): this {
      this.#resolutionFallbackEnabled = resolutionFallbackEnabled;
      return this;
    }

    /**
     * Calls of one batch that run at the same time; 1 runs them one after the other.
     *
     * @throws {IllegalArgumentException} `executionConcurrency must be greater than 0`
     */
    executionConcurrency(executionConcurrency: number): this {
      this.#executionConcurrency = requirePositive(executionConcurrency, 'executionConcurrency');
      return this;
    }

    /**
     * Milliseconds that a call may take unless its tool says otherwise; null for no bound.
     *
     * @throws {IllegalArgumentException} `executionTimeout must be greater than 0`
     */
    executionTimeout(milliseconds: number | null): this {
      requireArgument(milliseconds === null || milliseconds > 0, 'executionTimeout must be greater than 0');
      this.#executionTimeout = milliseconds;
      return this;
    }

    /** Whether a call of a tool that nobody knows is answered (TX-08) or ends the turn (TM-10). */
    unknownToolBehavior(unknownToolBehavior: UnknownToolBehavior): this {
      this.#unknownToolBehavior = unknownToolBehavior;
      return this;
    }

    /**
     * How often a turn is told that a tool does not exist before the manager throws.
     *
     * @throws {IllegalArgumentException} `maxUnknownToolCalls must not be negative`
     */
    maxUnknownToolCalls(maxUnknownToolCalls: number): this {
      requireArgument(maxUnknownToolCalls >= 0, 'maxUnknownToolCalls must not be negative');
      this.#maxUnknownToolCalls = maxUnknownToolCalls;
      return this;
    }

    /**
     * Characters of a result that the model is given, unless its tool says otherwise; default all (TX-12).
     *
     * @throws {IllegalArgumentException} `maxResultChars must be greater than 0`
     */
    maxResultChars(maxResultChars: number): this {
      this.#maxResultChars = requirePositive(maxResultChars, 'maxResultChars');
      return this;
    }

    /**
     * Puts results that are longer than this into the repository and gives the model both ends and a handle, with which
     * the tool `readToolResult` reads the rest; default off (OF-01). Calls of that tool count for the turn, but for the
     * limit per tool only if one is set under its name (OF-06).
     *
     * @param over in UTF-16 units
     * @throws {IllegalArgumentException} `offloadResultsOver must be greater than 0`, `toolResultRepository cannot be null`
     */
    offloadResults(over: number, repository: ToolResultRepository): this {
      this.#offload = {
        over: requirePositive(over, 'offloadResultsOver'),
        repository: requireNonNull(repository, 'toolResultRepository cannot be null'),
      };
      return this;
    }

    /** Writes the responses of calls that failed or did not run; default their text as it is (TX-14). */
    toolErrorFormatter(toolErrorFormatter: ToolErrorFormatter): this {
      this.#toolErrorFormatter = requireNonNull(toolErrorFormatter, 'toolErrorFormatter cannot be null');
      return this;
    }

    /** Decides about the tools that need an approval; without one they are declined (TX-17). */
    toolApprovalHandler(toolApprovalHandler: ToolApprovalHandler | null): this {
      this.#toolApprovalHandler = toolApprovalHandler;
      return this;
    }

    /**
     * Whether calls that need an approval which nobody can give end the batch with a `ToolApprovalRequiredException`
     * instead of being declined; default false (AP-13).
     */
    deferApprovals(deferApprovals: boolean): this {
      this.#deferApprovals = deferApprovals;
      return this;
    }

    /** Told about every tool that is run, in this order; replaces those set before (TX-15). */
    toolCallListeners(...toolCallListeners: readonly ToolCallListener[]): this {
      this.#toolCallListeners = [...toolCallListeners];
      return this;
    }

    /**
     * How the results of tools that are declared with `cache` are kept; null keeps none. Each manager keeps its own.
     * Default: one minute, at most 1000 results.
     *
     * @throws {IllegalArgumentException} if a bound is not above 0
     */
    resultCache(resultCache: ToolResultCacheOptions | null): this {
      // What does not fit is told here, not by build().
      if (resultCache) new ToolResultCache(resultCache);
      this.#resultCache = resultCache;
      return this;
    }

    /** Turns the results of the tools that have no converter of their own into text; default JSON. */
    resultConverter(resultConverter: ToolCallResultConverter): this {
      this.#resultConverter = requireNonNull(resultConverter, 'resultConverter cannot be null');
      return this;
    }

    /**
     * Locale and time zone of the tool contexts of requests that name none; default those of the process (EG-05).
     *
     * @throws {IllegalArgumentException} if the locale is no language tag, or if the time zone is not known
     */
    contextDefaults(contextDefaults: ToolContextDefaults): this {
      this.#contextDefaults = requireContextDefaults(contextDefaults);
      return this;
    }

    /** What tools that do not say it themselves do with keys that their schema does not know; default drop them. */
    unknownArguments(unknownArguments: UnknownArguments): this {
      this.#unknownArguments = unknownArguments;
      return this;
    }

    /**
     * @throws {IllegalArgumentException} `observationRegistry cannot be null`, `toolCallbackResolver cannot be null`,
     *   `toolCallExceptionConverter cannot be null` (Spring's name for the processor, TM-01)
     */
    build(): ToolCallingManager {
      const settings: ToolCallingManagerSettings = {
        observationRegistry: requireNonNull(this.#observationRegistry, 'observationRegistry cannot be null'),
        observationConvention: this.#observationConvention,
        toolCallbackResolver: requireNonNull(this.#toolCallbackResolver, 'toolCallbackResolver cannot be null'),
        toolExecutionExceptionProcessor: requireNonNull(this.#processor, 'toolCallExceptionConverter cannot be null'),
        ...this.limitSettings(this.#offload ? [READ_TOOL_RESULT] : []),
        resolutionFallbackEnabled: this.#resolutionFallbackEnabled,
        executionConcurrency: this.#executionConcurrency,
        executionTimeout: this.#executionTimeout,
        unknownToolBehavior: this.#unknownToolBehavior,
        maxUnknownToolCalls: this.#maxUnknownToolCalls,
        maxResultChars: this.#maxResultChars,
        resultOffload:
          this.#offload && new ToolResultOffload(this.#offload.over, this.#maxResultChars, this.#offload.repository),
        toolErrorFormatter: this.#toolErrorFormatter,
        toolApprovalHandler: this.#toolApprovalHandler,
        deferApprovals: this.#deferApprovals,
        toolCallListeners: this.#toolCallListeners,
        resultCache: this.#resultCache && new ToolResultCache(this.#resultCache),
        defaults: {
          resultConverter: this.#resultConverter,
          unknownArguments: this.#unknownArguments,
          ...this.#contextDefaults,
        },
      };
      return new DefaultToolCallingManager(Object.freeze(settings));
    }
  }
}
