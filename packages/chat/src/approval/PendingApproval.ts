import type { ChatResponse } from '@toolwright/model';
import { ToolApprovalRequiredException } from '@toolwright/tools';
import type { PendingToolCall, PendingTurn } from './PendingTurn.js';

/** A call that waits for a decision. Plain JSON. */
export interface PendingApproval {
  /** What a decision names the call by. */
  readonly callId: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
  /** Present if the call was begun by a process that died: it may have had effects, and runs again only by `rerun` (AP-08). */
  readonly unknownOutcome?: true;
}

/** A turn that waits, as whoever asked for it sees it. */
export interface SuspendedTurn {
  /** What {@link ChatClient.resume} continues. */
  readonly turnId: string;
  readonly pendingApprovals: readonly PendingApproval[];
}

/** What a response says about approvals; undefined if its turn is not suspended. */
export function suspendedTurnOf(response: ChatResponse | null | undefined): SuspendedTurn | undefined {
  const metadata = response?.result?.metadata;
  if (metadata?.finishReason !== ToolApprovalRequiredException.FINISH_REASON) return undefined;
  return {
    turnId: metadata[ToolApprovalRequiredException.METADATA_TURN_ID] as string,
    pendingApprovals: metadata[ToolApprovalRequiredException.METADATA_PENDING_APPROVALS] as readonly PendingApproval[],
  };
}

/** The calls of a stored turn that wait for a decision, in order. */
export function pendingApprovalsOf({ calls }: Pick<PendingTurn, 'calls'>): readonly PendingApproval[] {
  return calls.filter(({ status }) => status === 'pending').map(toPendingApproval);
}

/** A stored turn as whoever asked for it sees it. */
export function suspendedTurn(turn: PendingTurn): SuspendedTurn {
  return Object.freeze({ turnId: turn.turnId, pendingApprovals: Object.freeze(pendingApprovalsOf(turn)) });
}

function toPendingApproval({ callId, name, arguments: args, unknownOutcome }: PendingToolCall): PendingApproval {
  return { callId, name, arguments: args, ...(unknownOutcome && { unknownOutcome }) };
}
