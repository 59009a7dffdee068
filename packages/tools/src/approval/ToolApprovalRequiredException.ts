import { isToolwrightException, ToolwrightException } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolExecutionResult } from '../execution/ToolExecutionResult.js';

/**
 * Calls of a batch wait for an approval that nobody could give; none of them was run. The other calls were, and their
 * responses are in the partial result (AP-13).
 */
export class ToolApprovalRequiredException extends ToolwrightException {
  /** Finish reason of a turn that is suspended until somebody has decided. */
  static readonly FINISH_REASON = 'toolApprovalRequired';
  /** Metadata key of the answer of such a turn: what it is resumed by. */
  static readonly METADATA_TURN_ID = 'turnId';
  /** Metadata key of that answer: the calls that wait. */
  static readonly METADATA_PENDING_APPROVALS = 'pendingApprovals';

  override readonly code = 'TOOL_APPROVAL_REQUIRED';

  readonly #partialToolExecutionResult: ToolExecutionResult;

  /**
   * @param pendingToolCalls the calls that wait, those of the assistant message itself, in its order
   * @param partialToolExecutionResult the history, the assistant message, and the responses of the other calls
   */
  constructor(
    readonly pendingToolCalls: readonly ToolCall[],
    partialToolExecutionResult: ToolExecutionResult,
  ) {
    const names = [...new Set(pendingToolCalls.map(({ name }) => name))].join(', ');
    super(
      `${pendingToolCalls.length} tool call(s) need an approval before they run: ${names}. Give a ToolApprovalHandler to ` +
        'decide at once, or the chat client a PendingTurnRepository to suspend the turn.',
    );
    this.#partialToolExecutionResult = partialToolExecutionResult;
  }

  /** Its last message answers all calls but the pending ones; not enumerable, so that loggers do not write it. */
  get partialToolExecutionResult(): ToolExecutionResult {
    return this.#partialToolExecutionResult;
  }

  /** Whether an error is one of these, whichever copy of the package made it. */
  static is(error: unknown): error is ToolApprovalRequiredException {
    return (
      error instanceof ToolApprovalRequiredException ||
      (isToolwrightException(error) && error.code === 'TOOL_APPROVAL_REQUIRED')
    );
  }
}
