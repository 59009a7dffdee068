import type { MaybePromise } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { readArguments } from '../execution/concurrencyKey.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';

/**
 * Decides for each call whether somebody must allow it, from the arguments as the model wrote them, not yet validated,
 * and the context. An error counts as yes, and so do arguments that are no JSON object.
 */
export type ToolApprovalPredicate = (
  args: Readonly<Record<string, unknown>>,
  toolContext: ToolContext,
) => MaybePromise<boolean>;

/** Whether the tool may need an approval at all; most do not, and nothing is to be awaited then. */
export function mayRequireApproval({ attributes }: ToolMetadata): boolean {
  const { approval } = attributes;
  return approval === 'required' || typeof approval === 'function';
}

/** Whether somebody must allow this call. */
export async function requiresApproval(
  call: ToolCall,
  { metadata }: ToolCallback,
  toolContext: ToolContext,
): Promise<boolean> {
  const { approval } = metadata.attributes;
  if (typeof approval !== 'function') return approval === 'required';
  const args = readArguments(call.arguments);
  if (!args) return true;
  try {
    const answer: unknown = await (approval as ToolApprovalPredicate)(args, toolContext);
    // Only a clear no lets the call run unseen.
    return answer !== false;
  } catch {
    return true;
  }
}
