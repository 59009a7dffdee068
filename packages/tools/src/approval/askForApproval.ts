import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { untilAborted } from '../execution/untilAborted.js';
import type { ToolApprovalDecision, ToolApprovalHandler } from './ToolApprovalHandler.js';

/**
 * The decision about one call; without a handler it is declined (AP-03).
 *
 * @throws what the handler throws, or the reason of the context's signal when that fires
 */
export async function askForApproval(
  handler: ToolApprovalHandler | null,
  call: ToolCall,
  callback: ToolCallback,
  toolContext: ToolContext,
): Promise<ToolApprovalDecision> {
  if (!handler) return { approved: false, reason: 'no approval handler is configured' };
  const { signal } = toolContext;
  const request = Object.freeze({
    toolCallId: call.id,
    toolDefinition: callback.definition,
    toolMetadata: callback.metadata,
    arguments: call.arguments,
    toolContext,
    signal,
  });
  return await untilAborted(signal, async () => await handler.decide(request));
}

/** What the model is told about a call that was not allowed (TX-17). */
export function declinedText(reason: string | undefined): string {
  return reason ? `The user declined this call: ${reason}` : 'The user declined this call.';
}
