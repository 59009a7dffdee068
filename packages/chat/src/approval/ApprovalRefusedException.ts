import { ToolwrightException } from '@toolwright/core';

/** A decision does not belong to the call that is stored, or the stored call is not the one that was asked about (AP-09). */
export class ApprovalRefusedException extends ToolwrightException {
  override readonly code = 'APPROVAL_REFUSED';

  /** @param callId null if the turn as a whole is refused */
  constructor(
    readonly turnId: string,
    readonly callId: string | null,
    reason: string,
  ) {
    super(
      `Turn '${turnId}' is not resumed${callId === null ? '' : `: call '${callId}'`}${callId === null ? ':' : ''} ${reason}`,
    );
  }
}
