import { hasText, type MaybePromise } from '@toolwright/core';
import type { ToolCall, ToolResponseError } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { ToolDefinition } from '../definition/ToolDefinition.js';
import { IDENTICAL_CALL_TEXT, IdenticalCalls } from '../limits/IdenticalCalls.js';
import { limitBreachResponse } from '../limits/limitBreachText.js';
import { LIMIT_ERROR } from '../limits/limitError.js';
import { ToolCallLimitExceededException } from '../limits/ToolCallLimitExceededException.js';
import type { ToolCallLimitBreach } from '../limits/ToolCallLimits.js';
import { countUnknownToolCalls, UNKNOWN_TOOL, unknownToolText, warnOfUnknownTool } from '../resolution/unknownTools.js';
import { answerFailure } from './answerFailure.js';
import { noteUnusedContext } from './noteUnusedContext.js';
import { type ToolCallRefusal, unknownToolException } from './ToolCallRefusal.js';
import type { PlannedCall, ToolCallScope } from './ToolCallScope.js';
import { ToolExecutionException } from './ToolExecutionException.js';
import { toolTimeout } from './toolTimeout.js';

/**
 * Decides which calls of a batch may run, before the first one starts: limits, repeated calls, tools that nobody knows.
 * What may not run is answered at once.
 */
export class ToolCallPlanner {
  /** Why the batch ends before its last call; null if it does not. */
  refusal: ToolCallRefusal | null = null;
  private unknownToolCalls: number | null = null;
  private identicalCalls: IdenticalCalls | null = null;

  constructor(private readonly scope: ToolCallScope) {}

  /**
   * The calls that may run, in their order; none behind the one that ends the batch. A promise only where somebody else
   * has to be asked: the usual round costs no trip through the microtask queue.
   */
  plan(calls: readonly ToolCall[]): MaybePromise<readonly PlannedCall[]> {
    const { settings, prompt } = this.scope;
    const breaches = settings.limits.findBreaches(prompt.instructions, calls);
    return this.planFrom(0, calls, breaches, []);
  }

  private planFrom(
    start: number,
    calls: readonly ToolCall[],
    breaches: readonly (ToolCallLimitBreach | undefined)[] | null,
    planned: PlannedCall[],
  ): MaybePromise<readonly PlannedCall[]> {
    for (let index = start; index < calls.length && !this.refusal; index++) {
      const plan = this.planCall(index, calls[index] as ToolCall, breaches?.[index]);
      if (plan instanceof Promise) return this.planBehind(plan, index, calls, breaches, planned);
      if (plan) planned.push(plan);
    }
    return planned;
  }

  private async planBehind(
    plan: Promise<PlannedCall | null>,
    index: number,
    calls: readonly ToolCall[],
    breaches: readonly (ToolCallLimitBreach | undefined)[] | null,
    planned: PlannedCall[],
  ): Promise<readonly PlannedCall[]> {
    const call = await plan;
    if (call) planned.push(call);
    return this.planFrom(index + 1, calls, breaches, planned);
  }

  /** Decides about one call; null if it does not run. A promise only where somebody else has to be asked. */
  private planCall(
    index: number,
    call: ToolCall,
    breach: ToolCallLimitBreach | undefined,
  ): MaybePromise<PlannedCall | null> {
    if (breach) {
      this.answerBreach(index, call, breach);
      return null;
    }
    const callback = this.scope.attached.byName.get(call.name);
    if (callback) return this.accept(index, call, callback);
    return this.findUnattached(index, call).then((found) => found && this.accept(index, call, found));
  }

  private accept(index: number, call: ToolCall, callback: ToolCallback): PlannedCall | null {
    const { settings, prompt, outcomes, observations, context } = this.scope;
    const { maxIdenticalCalls } = settings;
    const { metadata } = callback;
    if (maxIdenticalCalls !== Infinity && metadata.attributes['volatile'] !== true) {
      this.identicalCalls ??= new IdenticalCalls(prompt.instructions, maxIdenticalCalls);
      if (this.identicalCalls.exceeds(call)) {
        observations.refused(call, callback, IDENTICAL_CALL_TEXT, 'identical_call');
        outcomes.fail(index, call, IDENTICAL_CALL_TEXT, IDENTICAL_CALL_ERROR);
        return null;
      }
    }
    if (callback.call.length === 1) noteUnusedContext(callback, context);
    const timeout = toolTimeout(callback, metadata, settings.executionTimeout);
    return { index, call, callback, metadata, timeout };
  }

  private answerBreach(index: number, call: ToolCall, breach: ToolCallLimitBreach): void {
    const { settings, outcomes, observations, attached } = this.scope;
    const text = limitBreachResponse(breach);
    const createError = (): Error => new ToolCallLimitExceededException(breach.toolName, breach.limit);
    observations.refused(call, attached.byName.get(call.name), text, 'limit_exceeded', createError);
    if (settings.onLimitExceeded === 'RETURN_ERROR_RESPONSE') {
      outcomes.fail(index, call, text, LIMIT_ERROR);
      return;
    }
    outcomes.refuse(index, call, text, LIMIT_ERROR);
    this.refusal = { breach };
  }

  /** Looks beyond the attached tools, where that is allowed; a call that nobody can run is answered. */
  private async findUnattached(index: number, call: ToolCall): Promise<ToolCallback | null> {
    const { settings, options, outcomes, observations } = this.scope;
    const known = options.resolveTool?.(call.name);
    if (known) return known;
    if (settings.resolutionFallbackEnabled && hasText(call.name)) {
      try {
        const callback = await settings.toolCallbackResolver.resolve(call.name);
        if (callback) return callback;
      } catch (error) {
        const definition = ToolDefinition.builder().name(call.name).inputSchema('{}').build();
        const exception = new ToolExecutionException(definition, error, { phase: 'resolve' });
        const text = await answerFailure(this.scope, index, call, exception);
        observations.refused(call, undefined, text, null, () => exception);
        return null;
      }
    }
    const text = options.unknownToolResponse?.(call.name);
    if (typeof text === 'string') {
      this.observeUnknownTool(call, text);
      outcomes.fail(index, call, text, { code: 'TOOL_NOT_AVAILABLE', phase: 'resolve' });
      return null;
    }
    this.answerUnknownTool(index, call);
    return null;
  }

  private answerUnknownTool(index: number, call: ToolCall): void {
    const { settings, prompt, outcomes, attached } = this.scope;
    warnOfUnknownTool(call.name);
    const text = unknownToolText(call.name, [...attached.byName.keys()]);
    this.observeUnknownTool(call, text);
    this.unknownToolCalls ??= countUnknownToolCalls(prompt.instructions);
    if (settings.unknownToolBehavior === 'answer' && this.unknownToolCalls < settings.maxUnknownToolCalls) {
      this.unknownToolCalls++;
      outcomes.fail(index, call, text, UNKNOWN_TOOL_ERROR);
      return;
    }
    outcomes.refuse(index, call, text, UNKNOWN_TOOL_ERROR);
    this.refusal = { unknownToolName: call.name };
  }

  private observeUnknownTool(call: ToolCall, text: string): void {
    const createError = (): Error => unknownToolException(call.name);
    this.scope.observations.refused(call, undefined, text, 'unknown_tool', createError);
  }
}

const IDENTICAL_CALL_ERROR: ToolResponseError = Object.freeze({ code: 'IDENTICAL_CALL', phase: 'limits' });
const UNKNOWN_TOOL_ERROR: ToolResponseError = Object.freeze({ code: UNKNOWN_TOOL, phase: 'resolve' });
