import type { ApprovalDecision, ApprovalDecisions } from '../approval/ApprovalDecision.js';

/** What the messages of a user interface have decided about. */
export interface UIApprovals {
  readonly turnId: string;
  readonly decisions: ApprovalDecisions;
}

/** The id under which a user interface knows a request for an approval. */
export function approvalIdOf(turnId: string, callId: string): string {
  return `${turnId}/${callId}`;
}

/**
 * What the person has decided, from the messages that `useChat` of `@ai-sdk/react` sends after `addToolApprovalResponse`:
 * the arguments of {@link ChatClient.resume}. Undefined if the last message holds no such decision.
 *
 * @param messages the UI messages as they were received; what is none of the expected form is passed over
 */
export function approvalsOfUIMessages(messages: readonly unknown[]): UIApprovals | undefined {
  const decisions: Record<string, ApprovalDecision> = {};
  let turnId: string | undefined;
  const last = messages.at(-1) as { readonly parts?: unknown } | null | undefined;
  for (const part of Array.isArray(last?.parts) ? (last.parts as readonly unknown[]) : []) {
    const { state, approval } = (part ?? {}) as { readonly state?: unknown; readonly approval?: Approval };
    if (state !== 'approval-responded' || typeof approval?.id !== 'string') continue;
    const separator = approval.id.indexOf('/');
    if (separator < 0 || (turnId !== undefined && approval.id.slice(0, separator) !== turnId)) continue;
    turnId = approval.id.slice(0, separator);
    const decision: ApprovalDecision =
      approval.approved === true
        ? { type: 'approve' }
        : { type: 'deny', ...(typeof approval.reason === 'string' && { reason: approval.reason }) };
    Object.defineProperty(decisions, approval.id.slice(separator + 1), { value: decision, enumerable: true });
  }
  return turnId === undefined ? undefined : { turnId, decisions };
}

interface Approval {
  readonly id?: unknown;
  readonly approved?: unknown;
  readonly reason?: unknown;
}
