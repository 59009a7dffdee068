import type { ToolResponse } from '@toolwright/model';
import type { ApprovalDecision } from './ApprovalDecision.js';

/**
 * Where a call of a suspended turn stands: it waits for a decision; it was decided about; a process has begun to run it;
 * its response is known.
 */
export type PendingToolCallStatus = 'pending' | 'decided' | 'running' | 'done';

/** One call of the message that a turn was suspended at, those that needed no approval included. Plain JSON. */
export interface PendingToolCall {
  /** Unique in its turn: the id that the model gave, or one made from its position where that is missing or not unique. */
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them. */
  readonly arguments: string;
  /** Binds conversation, call id, name and arguments together (AP-09). */
  readonly hash: string;
  readonly status: PendingToolCallStatus;
  /** Present once it was decided about. */
  readonly decision?: ApprovalDecision;
  /** Present once it is known. */
  readonly response?: ToolResponse;
  /** Whether the call was begun by a process that died; it may have had effects (AP-08). */
  readonly unknownOutcome?: true;
  /** Whether the result goes to the caller instead of the model; present with a response. */
  readonly returnDirect?: boolean;
}

/** Who works on a turn, and until when others leave it alone. Plain JSON. */
export interface PendingTurnLease {
  /** Random, one for each attempt to resume. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * A turn that waits for approvals, as it is stored. Plain JSON, without the tool context and without anything of a
 * client but the names of its tools.
 */
export interface PendingTurn {
  readonly turnId: string;
  /** The conversation of the turn, null for a turn without memory. */
  readonly conversationId: string | null;
  /** Grows with every change; see {@link PendingTurnRepository.update}. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; from then on the turn is unknown. Null if it never expires. */
  readonly expiresAt: number | null;
  /** In the order of the assistant message. */
  readonly calls: readonly PendingToolCall[];
  /** Null while nobody works on the turn. */
  readonly lease: PendingTurnLease | null;
  /** What the loop goes on from, as JSON text; written and read by the chat client only. May be large. */
  readonly snapshot: string;
}

/** What {@link PendingTurnRepository.update} replaces; what is left out stays. */
export type PendingTurnChange = Partial<Pick<PendingTurn, 'calls' | 'lease' | 'expiresAt'>>;
