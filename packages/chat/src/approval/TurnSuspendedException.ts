import { ToolwrightException } from '@toolwright/core';
import type { PendingApproval, SuspendedTurn } from './PendingApproval.js';

/** A value was asked for, but the turn waits for approvals and has no answer yet. */
export class TurnSuspendedException extends ToolwrightException implements SuspendedTurn {
  override readonly code = 'TURN_SUSPENDED';
  readonly turnId: string;
  readonly #pendingApprovals: readonly PendingApproval[];

  constructor({ turnId, pendingApprovals }: SuspendedTurn) {
    super(
      `There is no answer yet: turn '${turnId}' waits for ${pendingApprovals.length} approval(s). ` +
        'Continue it with resume(turnId, decisions).',
    );
    this.turnId = turnId;
    this.#pendingApprovals = pendingApprovals;
  }

  /** Not enumerable: arguments may be private. */
  get pendingApprovals(): readonly PendingApproval[] {
    return this.#pendingApprovals;
  }
}
