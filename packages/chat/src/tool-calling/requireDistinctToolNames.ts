import { type ToolCallback, ToolCallingChatOptions } from '@toolwright/tools';

/** Lists of options are frozen, so each needs to be looked at once only, however many clients share it. */
const checked = new WeakSet<readonly ToolCallback[]>();

/**
 * Makes sure that no two attached tools have one name, so that none can stand in for another (CX-124).
 *
 * @throws {IllegalStateException} `Multiple tools with the same name (…) found in ToolCallingChatOptions`
 */
export function requireDistinctToolNames({ toolCallbacks }: ToolCallingChatOptions): void {
  if (!toolCallbacks || checked.has(toolCallbacks)) return;
  ToolCallingChatOptions.validateToolCallbacks(toolCallbacks);
  checked.add(toolCallbacks);
}
