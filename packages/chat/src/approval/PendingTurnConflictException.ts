import { ToolwrightException } from '@toolwright/core';
import type { PendingTurn } from './PendingTurn.js';

/** Somebody else works on a suspended turn; what they have not done yet is theirs to do (AP-07). */
export class PendingTurnConflictException extends ToolwrightException {
  override readonly code = 'PENDING_TURN_CONFLICT';
  readonly #turn: PendingTurn | null;

  /** @param turn as it is stored now, null if it was completed meanwhile */
  constructor(
    readonly turnId: string,
    turn: PendingTurn | null,
  ) {
    const until = turn?.lease ? ` until ${new Date(turn.lease.expiresAt).toISOString()} at least` : '';
    super(
      turn
        ? `Turn '${turnId}' is being resumed by another process${until}; its calls run there. Look at its state later.`
        : `Turn '${turnId}' was completed by another process.`,
    );
    this.#turn = turn;
  }

  /** The turn as it was stored when this was thrown; not enumerable, so that loggers do not write a conversation. */
  get turn(): PendingTurn | null {
    return this.#turn;
  }
}
