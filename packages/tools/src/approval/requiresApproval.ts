import type { ToolCallback } from '../callback/ToolCallback.js';

/** Whether somebody must allow each call of this tool. */
export function requiresApproval(callback: ToolCallback): boolean {
  return callback.metadata.attributes['approval'] === 'required';
}
