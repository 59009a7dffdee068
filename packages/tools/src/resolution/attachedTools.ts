import type { ChatOptions } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { isToolCallingChatOptions, ToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';

/** The tools of one request: all that its model may run. */
export interface AttachedTools {
  readonly byName: ReadonlyMap<string, ToolCallback>;
  /** In the order of the tools, frozen. */
  readonly definitions: readonly ToolDefinition[];
}

const NO_TOOLS: AttachedTools = { byName: new Map(), definitions: Object.freeze([]) };

/** Derived once per list of tools, which all rounds and usually all turns share. */
const cache = new WeakMap<readonly ToolCallback[], AttachedTools>();

/**
 * The tools that `options` carry, checked for duplicate names (TX-23).
 *
 * @throws {IllegalStateException} if two tools have one name
 */
export function attachedToolsOf(options: ChatOptions | null): AttachedTools {
  if (!isToolCallingChatOptions(options) || !options.toolCallbacks) return NO_TOOLS;
  const known = cache.get(options.toolCallbacks);
  if (known) return known;
  ToolCallingChatOptions.validateToolCallbacks(options.toolCallbacks);
  const definitions = options.toolCallbacks.map(({ definition }) => definition);
  const attached: AttachedTools = {
    byName: new Map(options.toolCallbacks.map((callback, index) => [definitions[index]?.name ?? '', callback])),
    definitions: Object.freeze(definitions),
  };
  // A list that can still change is looked at every time.
  if (Object.isFrozen(options.toolCallbacks)) cache.set(options.toolCallbacks, attached);
  return attached;
}
