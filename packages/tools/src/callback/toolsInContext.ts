import { ToolContext } from '../context/ToolContext.js';
import type { ToolContextDefaults } from '../context/ToolContextDefaults.js';
import type { ToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';
import type { ToolCallback } from './ToolCallback.js';

/** Whether any tool of a list depends on the context; looked up once per list that cannot change. */
const dependent = new WeakMap<readonly ToolCallback[], boolean>();

/**
 * The tools of a request as its tool context makes them, for a loop by hand; a client does this itself. Tools that do not
 * depend on the context, and whole lists of them, stay the same objects (EG-04).
 *
 * @param options whose tools are asked, with the context of the request
 * @param defaults what the context falls back to
 * @returns the tools to send; those of the options if nothing depends on the context, null if there are none
 */
export function toolsInContext(
  { toolCallbacks, toolContext }: Pick<ToolCallingChatOptions, 'toolCallbacks' | 'toolContext'>,
  defaults?: ToolContextDefaults,
): readonly ToolCallback[] | null {
  if (!toolCallbacks || !dependsOnContext(toolCallbacks)) return toolCallbacks;
  return inContext(toolCallbacks, new ToolContext(toolContext ?? {}, {}, defaults));
}

function inContext(tools: readonly ToolCallback[], context: ToolContext): readonly ToolCallback[] {
  return tools.map((tool) => (tool.dependsOnContext ? tool.inContext(context) : tool));
}

function dependsOnContext(tools: readonly ToolCallback[]): boolean {
  const known = dependent.get(tools);
  if (known !== undefined) return known;
  const depends = tools.some((tool) => tool.dependsOnContext);
  if (Object.isFrozen(tools)) dependent.set(tools, depends);
  return depends;
}
