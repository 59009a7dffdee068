import type { ToolCall, ToolResponseError } from '@toolwright/model';
import { answerFailure } from '../execution/answerFailure.js';
import type { PlannedCall, ToolCallScope } from '../execution/ToolCallScope.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import { askForApproval, declinedText, editedText } from './askForApproval.js';
import { mayRequireApproval, requiresApproval } from './requiresApproval.js';

/** Lets the calls of a batch run that need no approval or have it; what was declined is answered at once. */
export class ToolCallApprovals {
  private deferred: PlannedCall[] | null = null;

  constructor(private readonly scope: ToolCallScope) {}

  /** The calls that nobody could decide about, in their order; null if there is none. */
  get pending(): readonly ToolCall[] | null {
    return this.deferred && this.deferred.toSorted((a, b) => a.index - b.index).map(({ call }) => call);
  }

  /** Whether somebody may have to be asked about the call. */
  concerns({ metadata }: PlannedCall): boolean {
    return this.scope.options.approveEveryCall === true || mayRequireApproval(metadata);
  }

  /** The call as it may run; undefined if it does not run now. */
  async allow(planned: PlannedCall): Promise<PlannedCall | undefined> {
    const { index, call, callback } = planned;
    const { options, settings, context, outcomes } = this.scope;
    try {
      if (!options.approveEveryCall && !(await requiresApproval(call, callback, context))) return planned;
      const handlers = [options.toolApprovalHandler, settings.toolApprovalHandler];
      const ask = () => askForApproval(handlers, settings.deferApprovals, call, callback, context);
      const { budget } = options;
      const decision = await (budget?.isTimed ? budget.awaitApproval(ask) : ask());
      if (decision.approved) return this.edited(planned, decision.arguments);
      if (decision.deferred) {
        outcomes.leaveOpen();
        (this.deferred ??= []).push(planned);
      } else this.decline(planned, decision.reason);
    } catch (error) {
      if (!options.signal?.aborted) {
        await answerFailure(this.scope, index, call, new ToolExecutionException(callback.definition, error));
      }
    }
    return undefined;
  }

  /** The turn ends for another reason, so nobody will be asked any more; still every call is answered. */
  declinePending(): void {
    for (const planned of this.deferred ?? []) this.decline(planned, 'the turn ended before it was approved');
  }

  private decline({ index, call, callback }: PlannedCall, reason: string | undefined): void {
    const text = declinedText(reason);
    this.scope.observations.refused(call, callback, text, 'call_declined');
    this.scope.outcomes.fail(index, call, text, DECLINED_ERROR);
  }

  private edited(planned: PlannedCall, args: string | undefined): PlannedCall {
    if (args === undefined || args === planned.call.arguments) return planned;
    this.scope.outcomes.note(planned.index, editedText(args));
    return { ...planned, call: { ...planned.call, arguments: args } };
  }
}

const DECLINED_ERROR: ToolResponseError = Object.freeze({ code: 'CALL_DECLINED', phase: 'resolve' });
