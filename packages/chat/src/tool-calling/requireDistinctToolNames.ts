import { ToolCallingChatOptions } from '@toolwright/tools';

/** Options are frozen, so each needs to be looked at once only. */
const checked = new WeakSet<ToolCallingChatOptions>();

/**
 * Makes sure that no two attached tools have one name, so that none can stand in for another (CX-124).
 *
 * @throws {IllegalStateException} `Multiple tools with the same name (…) found in ToolCallingChatOptions`
 */
export function requireDistinctToolNames(options: ToolCallingChatOptions): void {
  if (checked.has(options)) return;
  ToolCallingChatOptions.validateToolCallbacks(options.toolCallbacks);
  checked.add(options);
}
