import type { AssistantMessage, Prompt } from '@toolwright/model';
import { ToolApprovalRequiredException } from '../approval/ToolApprovalRequiredException.js';
import { ToolCallApprovals } from '../approval/ToolCallApprovals.js';
import { ToolContext } from '../context/ToolContext.js';
import { turnLimitResponse } from '../limits/limitBreachText.js';
import { LIMIT_ERROR } from '../limits/limitError.js';
import { TurnLimitExceededException } from '../limits/TurnLimitExceededException.js';
import type { TurnLimitBreach } from '../limits/TurnLimits.js';
import type { ToolCallObservations } from '../observation/ToolCallObservations.js';
import { isToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';
import { type AttachedTools, attachedToolsOf } from '../resolution/attachedTools.js';
import { attachPartialResult, hasPartialResult } from './attachPartialResult.js';
import type { ToolCallingManagerSettings } from './ToolCallingManagerSettings.js';
import { ToolCallOutcomes } from './ToolCallOutcomes.js';
import { ToolCallPlanner } from './ToolCallPlanner.js';
import { refusalException } from './ToolCallRefusal.js';
import { ToolCallRunner } from './ToolCallRunner.js';
import type { ToolCallScope } from './ToolCallScope.js';
import type { ToolExecutionOptions } from './ToolExecutionOptions.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';

/**
 * The tool calls of one assistant message. What may run is decided for all of them before the first one starts, so that
 * the outcome is that of running one after the other, however many run at the same time (LI-20).
 */
export class ToolCallBatch implements ToolCallScope {
  readonly attached: AttachedTools;
  readonly context: ToolContext;
  readonly outcomes: ToolCallOutcomes;

  constructor(
    readonly settings: ToolCallingManagerSettings,
    readonly observations: ToolCallObservations,
    readonly prompt: Prompt,
    private readonly assistantMessage: AssistantMessage,
    readonly options: ToolExecutionOptions,
  ) {
    const values = isToolCallingChatOptions(prompt.options) ? prompt.options.toolContext : undefined;
    const { toolErrorFormatter, defaults } = settings;
    this.attached = attachedToolsOf(prompt.options);
    this.context = new ToolContext(values ?? undefined, options, defaults);
    this.outcomes = new ToolCallOutcomes(prompt.instructions, assistantMessage, toolErrorFormatter, options.onResponse);
  }

  /** The same calls, none of which has run, with other options. */
  withOptions(options: ToolExecutionOptions): ToolCallBatch {
    return new ToolCallBatch(this.settings, this.observations, this.prompt, this.assistantMessage, options);
  }

  /** Decides, runs and collects; to be called once. */
  async run(): Promise<ToolExecutionResult> {
    const { outcomes } = this;
    const planner = new ToolCallPlanner(this);
    const approvals = new ToolCallApprovals(this);
    const plan = planner.plan(this.assistantMessage.toolCalls);
    const planned = plan instanceof Promise ? await plan : plan;
    await new ToolCallRunner(this, approvals).run(planned);
    const { pending } = approvals;
    if (outcomes.fatal || planner.refusal) approvals.declinePending();
    if (outcomes.fatal) {
      const { error } = outcomes.fatal;
      attachPartialResult(error, outcomes.toResult());
      throw error;
    }
    if (planner.refusal) throw refusalException(planner.refusal, outcomes);
    const result = outcomes.toResult();
    if (pending) throw new ToolApprovalRequiredException(pending, result);
    return result;
  }

  /** The error for a batch that its turn has no room for; none of its calls has run. */
  refusedBy(breach: TurnLimitBreach): TurnLimitExceededException {
    const { attached, observations } = this;
    const text = turnLimitResponse(breach);
    const createError = (): Error => new TurnLimitExceededException(breach);
    for (const call of this.assistantMessage.toolCalls) {
      observations.refused(call, attached.byName.get(call.name), text, 'limit_exceeded', createError);
    }
    return this.endedBy(breach);
  }

  /** The error for a batch whose turn has used up what it may; what has no result by now has none. */
  endedBy(breach: TurnLimitBreach): TurnLimitExceededException {
    const text = turnLimitResponse(breach);
    return new TurnLimitExceededException(
      breach,
      this.outcomes.toAnsweredResult(() => text, LIMIT_ERROR),
    );
  }

  /**
   * The error for a batch whose signal has fired: the reason, with the responses so far as `partialToolExecutionResult`
   * if there are any. A reason that carries those of another turn is wrapped: turns never see each other's results.
   */
  interruptedBy(reason: unknown): unknown {
    const { outcomes } = this;
    if (!outcomes.any) return reason;
    const error = hasPartialResult(reason)
      ? new DOMException('The turn was aborted', { name: 'AbortError', cause: reason })
      : reason;
    attachPartialResult(error, outcomes.toInterruptedResult());
    return error;
  }
}
