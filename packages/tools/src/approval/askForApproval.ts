import { hasText } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { untilAborted } from '../execution/untilAborted.js';
import { type ToolApprovalDecision, ToolApprovalHandler } from './ToolApprovalHandler.js';

/**
 * The decision about one call: that of the first handler that makes one. Without a handler the call is declined (AP-03),
 * unless undecided calls are to be left to the caller.
 *
 * @param defers whether a call is left undecided if there is no handler
 * @throws what a handler throws, or the reason of the context's signal when that fires
 */
export async function askForApproval(
  handlers: readonly (ToolApprovalHandler | null | undefined)[],
  defers: boolean,
  call: ToolCall,
  callback: ToolCallback,
  toolContext: ToolContext,
): Promise<ToolApprovalDecision> {
  const { signal } = toolContext;
  const request = Object.freeze({
    toolCallId: call.id,
    toolDefinition: callback.definition,
    toolMetadata: callback.metadata,
    arguments: hasText(call.arguments) ? call.arguments : '{}',
    toolContext,
    signal,
  });
  let undecided = defers ? ToolApprovalHandler.LATER : NO_HANDLER;
  for (const handler of handlers) {
    if (!handler) continue;
    const decision = await untilAborted(signal, async () => await handler.decide(request));
    if (decision.approved || !decision.deferred) return decision;
    undecided = decision;
  }
  return undecided;
}

const NO_HANDLER: ToolApprovalDecision = Object.freeze({
  approved: false,
  reason: 'no approval handler is configured',
});

/** What the model is told about a call that was not allowed (TX-17). */
export function declinedText(reason: string | undefined): string {
  return reason ? `The user declined this call: ${reason}` : 'The user declined this call.';
}

/** What the model is told about a call that ran with other arguments than it wrote, in front of the result (AP-05). */
export function editedText(args: string): string {
  return `The user edited the arguments of this call to ${args}.`;
}
