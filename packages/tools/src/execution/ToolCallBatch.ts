import { hasText, IllegalStateException, type MaybePromise } from '@toolwright/core';
import type { AssistantMessage, Prompt, ToolCall, ToolResponseError } from '@toolwright/model';
import pLimit from 'p-limit';
import { askForApproval, declinedText } from '../approval/askForApproval.js';
import { requiresApproval } from '../approval/requiresApproval.js';
import type { ToolConcurrencyKey } from '../annotation/Tool.js';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { ToolContext } from '../context/ToolContext.js';
import { ToolDefinition } from '../definition/ToolDefinition.js';
import { IDENTICAL_CALL_TEXT, IdenticalCalls } from '../limits/IdenticalCalls.js';
import { limitBreachResponse } from '../limits/limitBreachText.js';
import { ToolCallLimitExceededException } from '../limits/ToolCallLimitExceededException.js';
import type { ToolCallLimitBreach } from '../limits/ToolCallLimits.js';
import { listenToToolCall } from '../listener/listenToToolCall.js';
import type { ToolCallObservation, ToolCallObservations } from '../observation/ToolCallObservations.js';
import type { ToolRetry } from '../metadata/toolRetry.js';
import { isToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';
import { type AttachedTools, attachedToolsOf } from '../resolution/attachedTools.js';
import { countUnknownToolCalls, UNKNOWN_TOOL, unknownToolText, warnOfUnknownTool } from '../resolution/unknownTools.js';
import { ToolArgumentsException } from '../conversion/ToolArgumentsException.js';
import { attachPartialResult, hasPartialResult } from './attachPartialResult.js';
import { queueOf, readArguments } from './concurrencyKey.js';
import { lacksContextValue, responseError } from './failedToolCall.js';
import { noteUnusedContext } from './noteUnusedContext.js';
import { retryToolCall, type ToolCallTrace } from './retryToolCall.js';
import { runToolCall } from './runToolCall.js';
import type { ToolCallingManagerSettings } from './ToolCallingManagerSettings.js';
import { ToolCallOutcomes } from './ToolCallOutcomes.js';
import { ToolExecutionException } from './ToolExecutionException.js';
import type { ToolExecutionOptions } from './ToolExecutionOptions.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';
import { truncateResult } from './truncateResult.js';
import { redactText } from './redactText.js';
import { toolTimeout } from './toolTimeout.js';

/** A call that was found to be allowed, and its tool. */
interface PlannedCall {
  readonly index: number;
  readonly call: ToolCall;
  readonly callback: ToolCallback;
  readonly timeout: number | null;
}

/** Holds back what would be too much at a time. */
type Limit = ReturnType<typeof pLimit>;

/** Why a batch is not run to its end; the calls before the one that caused it are. */
type Refusal = { readonly breach: ToolCallLimitBreach } | { readonly unknownToolName: string };

/**
 * The tool calls of one assistant message. What may run is decided for all of them before the first one starts, so that
 * the outcome is that of running one after the other, however many run at the same time (LI-20).
 */
export class ToolCallBatch {
  readonly #settings: ToolCallingManagerSettings;
  readonly #observations: ToolCallObservations;
  readonly #prompt: Prompt;
  readonly #calls: readonly ToolCall[];
  readonly #options: ToolExecutionOptions;
  readonly #attached: AttachedTools;
  readonly #context: ToolContext;
  readonly #outcomes: ToolCallOutcomes;
  #refusal: Refusal | null = null;
  #unknownToolCalls: number | null = null;
  #identicalCalls: IdenticalCalls | null = null;

  constructor(
    settings: ToolCallingManagerSettings,
    observations: ToolCallObservations,
    prompt: Prompt,
    assistantMessage: AssistantMessage,
    options: ToolExecutionOptions,
  ) {
    this.#settings = settings;
    this.#observations = observations;
    this.#prompt = prompt;
    this.#calls = assistantMessage.toolCalls;
    this.#options = options;
    this.#attached = attachedToolsOf(prompt.options);
    const context = isToolCallingChatOptions(prompt.options) ? prompt.options.toolContext : null;
    this.#context = new ToolContext(context ?? NO_CONTEXT, options, settings.defaults);
    this.#outcomes = new ToolCallOutcomes(
      prompt.instructions,
      assistantMessage,
      settings.toolErrorFormatter,
      options.onResponse,
    );
  }

  /** Decides, runs and collects; to be called once. */
  async run(): Promise<ToolExecutionResult> {
    const breaches = this.#settings.limits.findBreaches(this.#prompt.instructions, this.#calls);
    const planned: PlannedCall[] = [];
    for (let index = 0; index < this.#calls.length && !this.#refusal; index++) {
      const plan = this.#plan(index, breaches?.[index]);
      const call = plan instanceof Promise ? await plan : plan;
      if (call) planned.push(call);
    }
    const [first] = planned;
    if (planned.length === 1 && first) await this.#allowAndExecute(first);
    else await this.#executeAll(planned);
    const result = this.#outcomes.toResult();
    if (this.#outcomes.fatal) {
      const { error } = this.#outcomes.fatal;
      attachPartialResult(error, result);
      throw error;
    }
    if (this.#refusal) throw refusalException(this.#refusal, result);
    return result;
  }

  /**
   * The error for a batch whose signal has fired: the reason, with the responses so far as `partialToolExecutionResult`
   * if there are any. A reason that carries those of another turn is wrapped: turns never see each other's results.
   */
  interruptedBy(reason: unknown): unknown {
    if (!this.#outcomes.any) return reason;
    const error = hasPartialResult(reason)
      ? new DOMException('The turn was aborted', { name: 'AbortError', cause: reason })
      : reason;
    attachPartialResult(error, this.#outcomes.toInterruptedResult());
    return error;
  }

  /** Decides about one call; null if it does not run. A promise only where somebody else has to be asked. */
  #plan(index: number, breach: ToolCallLimitBreach | undefined): MaybePromise<PlannedCall | null> {
    const call = this.#calls[index] as ToolCall;
    if (breach) {
      this.#answerBreach(index, call, breach);
      return null;
    }
    const callback = this.#attached.byName.get(call.name);
    if (callback) return this.#accept(index, call, callback);
    return this.#findUnattached(index, call).then((found) => found && this.#accept(index, call, found));
  }

  #accept(index: number, call: ToolCall, callback: ToolCallback): PlannedCall | null {
    const { maxIdenticalCalls } = this.#settings;
    if (maxIdenticalCalls !== Infinity && callback.metadata.attributes['volatile'] !== true) {
      this.#identicalCalls ??= new IdenticalCalls(this.#prompt.instructions, maxIdenticalCalls);
      if (this.#identicalCalls.exceeds(call)) {
        this.#outcomes.fail(index, call, IDENTICAL_CALL_TEXT, IDENTICAL_CALL_ERROR);
        return null;
      }
    }
    if (callback.call.length === 1) noteUnusedContext(callback, this.#context);
    return { index, call, callback, timeout: toolTimeout(callback, this.#settings.executionTimeout) };
  }

  #answerBreach(index: number, call: ToolCall, breach: ToolCallLimitBreach): void {
    const text = limitBreachResponse(breach);
    const createError = (): Error => new ToolCallLimitExceededException(breach.toolName, breach.limit);
    this.#observations.refused(call, this.#attached.byName.get(call.name), text, createError, 'limit_exceeded');
    if (this.#settings.onLimitExceeded === 'RETURN_ERROR_RESPONSE') {
      this.#outcomes.fail(index, call, text, LIMIT_ERROR);
      return;
    }
    this.#outcomes.refuse(index, call, text, LIMIT_ERROR);
    this.#refusal = { breach };
  }

  /** Looks beyond the attached tools, where that is allowed; a call that nobody can run is answered. */
  async #findUnattached(index: number, call: ToolCall): Promise<ToolCallback | null> {
    if (this.#settings.resolutionFallbackEnabled && hasText(call.name)) {
      try {
        const callback = await this.#settings.toolCallbackResolver.resolve(call.name);
        if (callback) return callback;
      } catch (error) {
        const definition = ToolDefinition.builder().name(call.name).inputSchema('{}').build();
        const exception = new ToolExecutionException(definition, error, { phase: 'resolve' });
        const text = await this.#handleFailure(index, call, exception);
        this.#observations.refused(call, undefined, text, () => exception);
        return null;
      }
    }
    const text = this.#options.unknownToolResponse?.(call.name);
    if (typeof text === 'string') {
      this.#observeUnknownTool(call, text);
      this.#outcomes.fail(index, call, text, { code: 'TOOL_NOT_AVAILABLE', phase: 'resolve' });
      return null;
    }
    this.#answerUnknownTool(index, call);
    return null;
  }

  #answerUnknownTool(index: number, call: ToolCall): void {
    warnOfUnknownTool(call.name);
    const text = unknownToolText(call.name, [...this.#attached.byName.keys()]);
    this.#observeUnknownTool(call, text);
    this.#unknownToolCalls ??= countUnknownToolCalls(this.#prompt.instructions);
    const { unknownToolBehavior, maxUnknownToolCalls } = this.#settings;
    if (unknownToolBehavior === 'answer' && this.#unknownToolCalls < maxUnknownToolCalls) {
      this.#unknownToolCalls++;
      this.#outcomes.fail(index, call, text, UNKNOWN_TOOL_ERROR);
      return;
    }
    this.#outcomes.refuse(index, call, text, UNKNOWN_TOOL_ERROR);
    this.#refusal = { unknownToolName: call.name };
  }

  #observeUnknownTool(call: ToolCall, text: string): void {
    this.#observations.refused(call, undefined, text, () => unknownToolException(call.name), 'unknown_tool');
  }

  /** Runs calls at the same time; one that is exclusive waits for those before it and holds up those after it. */
  async #executeAll(planned: readonly PlannedCall[]): Promise<void> {
    let group: PlannedCall[] = [];
    for (const call of planned) {
      if (call.callback.metadata.attributes['concurrency'] !== 'exclusive') {
        group.push(call);
        continue;
      }
      await this.#executeGroup(group);
      await this.#allowAndExecute(call);
      group = [];
    }
    await this.#executeGroup(group);
  }

  async #executeGroup(group: readonly PlannedCall[]): Promise<void> {
    const { executionConcurrency } = this.#settings;
    const limit = group.length > executionConcurrency ? pLimit(executionConcurrency) : null;
    await Promise.all(group.map((planned) => this.#allowAndExecute(planned, limit)));
  }

  /** Runs one call once it is allowed; while that is awaited, it takes no place of one that could run. */
  #allowAndExecute(planned: PlannedCall, limit: Limit | null = null): Promise<void> {
    if (!requiresApproval(planned.callback)) return this.#executeWithin(planned, limit);
    return this.#isApproved(planned).then((approved) => (approved ? this.#executeWithin(planned, limit) : undefined));
  }

  #executeWithin(planned: PlannedCall, limit: Limit | null): Promise<void> {
    const { concurrency } = planned.callback.metadata.attributes;
    if (typeof concurrency === 'function') {
      return this.#executeInQueue(planned, concurrency as ToolConcurrencyKey, limit);
    }
    return this.#executeNext(planned, limit);
  }

  /** Waits for the calls with the same key; what has no readable arguments fails by itself. */
  async #executeInQueue(planned: PlannedCall, keyOf: ToolConcurrencyKey, limit: Limit | null): Promise<void> {
    const { index, call, callback } = planned;
    const args = readArguments(call.arguments);
    let key: unknown;
    try {
      key = args && keyOf(args);
    } catch (error) {
      const exception = new ToolExecutionException(callback.definition, error, { phase: 'arguments' });
      await this.#handleFailure(index, call, exception);
      return;
    }
    const execute = (): Promise<void> => this.#executeNext(planned, limit);
    await (args ? queueOf(keyOf).run(key, execute) : execute());
  }

  #executeNext(planned: PlannedCall, limit: Limit | null): Promise<void> {
    return limit ? limit(() => this.#execute(planned)) : this.#execute(planned);
  }

  async #isApproved({ index, call, callback }: PlannedCall): Promise<boolean> {
    const { signal, toolApprovalHandler } = this.#options;
    try {
      const handler = toolApprovalHandler ?? this.#settings.toolApprovalHandler;
      const decision = await askForApproval(handler, call, callback, this.#context);
      if (!decision.approved) this.#outcomes.fail(index, call, declinedText(decision.reason), DECLINED_ERROR);
      return decision.approved;
    } catch (error) {
      if (!signal?.aborted)
        await this.#handleFailure(index, call, new ToolExecutionException(callback.definition, error));
      return false;
    }
  }

  /** Runs one call to its outcome; never rejects. */
  #execute(planned: PlannedCall): Promise<void> {
    const { signal } = this.#options;
    // Nobody waits for the batch any more, so what is still queued does not start (TX-03).
    if (signal?.aborted) return Promise.resolve();
    if (this.#observations.isNoop) return this.#run(planned, null);
    const { call, callback } = planned;
    return this.#observations.run(call, callback, signal, (observation) => this.#run(planned, observation));
  }

  async #run({ index, call, callback, timeout }: PlannedCall, observation: ToolCallObservation | null): Promise<void> {
    const { signal } = this.#options;
    try {
      const result = (await this.#call(call, callback, timeout)) as string | null | undefined;
      const text = truncateResult(result ?? '', callback, this.#settings.maxResultChars);
      this.#outcomes.succeed(index, call, text, callback.metadata.returnDirect);
      observation?.result(text);
    } catch (error) {
      if (signal?.aborted) return;
      observation?.error(error);
      const exception =
        error instanceof ToolExecutionException ? error : new ToolExecutionException(callback.definition, error);
      const text = await this.#handleFailure(index, call, exception);
      if (text !== null) observation?.result(text);
    }
  }

  #call(call: ToolCall, callback: ToolCallback, timeout: number | null): Promise<string> {
    const { toolCallListeners } = this.#settings;
    const { signal } = this.#options;
    const retry = callback.metadata.attributes['retry'] as ToolRetry | undefined;
    if (toolCallListeners.length === 0 && !retry) return runToolCall(call, callback, this.#context, timeout, signal);
    const trace: ToolCallTrace = { attempts: retry ? 0 : 1 };
    const once = (): Promise<string> => runToolCall(call, callback, this.#context, timeout, signal);
    const run = retry ? (): Promise<string> => retryToolCall(retry, trace, signal, once) : once;
    return toolCallListeners.length === 0
      ? run()
      : listenToToolCall(toolCallListeners, call, callback, signal, trace, run);
  }

  /** Returns what the model is told about a failed call, null if the turn ends. */
  async #handleFailure(index: number, call: ToolCall, exception: ToolExecutionException): Promise<string | null> {
    const detail = responseError(exception);
    if (lacksContextValue(exception)) {
      this.#outcomes.failFatally(index, call, exception, detail);
      return null;
    }
    try {
      const text = await this.#settings.toolExecutionExceptionProcessor.process(exception);
      // What is said about arguments is made here and names only what the model sent.
      const shown = exception instanceof ToolArgumentsException ? text : redactText(text);
      this.#outcomes.fail(index, call, shown, detail);
      return shown;
    } catch (error) {
      this.#outcomes.failFatally(index, call, error, detail);
      return null;
    }
  }
}

const NO_CONTEXT: Readonly<Record<string, unknown>> = Object.freeze({});
const LIMIT_ERROR: ToolResponseError = Object.freeze({ code: 'LIMIT_EXCEEDED', phase: 'limits' });
const IDENTICAL_CALL_ERROR: ToolResponseError = Object.freeze({ code: 'IDENTICAL_CALL', phase: 'limits' });
const DECLINED_ERROR: ToolResponseError = Object.freeze({ code: 'CALL_DECLINED', phase: 'resolve' });
const UNKNOWN_TOOL_ERROR: ToolResponseError = Object.freeze({ code: UNKNOWN_TOOL, phase: 'resolve' });

function refusalException(refusal: Refusal, partial: ToolExecutionResult): Error {
  if ('breach' in refusal) {
    return new ToolCallLimitExceededException(refusal.breach.toolName, refusal.breach.limit, partial);
  }
  const exception = unknownToolException(refusal.unknownToolName);
  attachPartialResult(exception, partial);
  return exception;
}

function unknownToolException(toolName: string): IllegalStateException {
  return new IllegalStateException(`No ToolCallback found for tool name: ${toolName}`);
}
