import { ToolwrightException } from '@toolwright/core';

/** There is no suspended turn with this id: it was completed, it has expired, or it never was there. */
export class PendingTurnNotFoundException extends ToolwrightException {
  override readonly code = 'PENDING_TURN_NOT_FOUND';

  constructor(readonly turnId: string) {
    super(`No suspended turn '${turnId}'. It was completed, it has expired, or its id is wrong.`);
  }
}
