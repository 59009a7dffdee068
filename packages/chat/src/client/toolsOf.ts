import { requireNonNull, requireNonNullElements } from '@toolwright/core';
import { ToolCallback, type ToolCallbackFactory, ToolCallbackProvider } from '@toolwright/tools';

/** Tools sorted by when they are asked for. */
export interface GivenTools {
  readonly toolCallbacks: readonly ToolCallback[];
  readonly toolCallbackProviders: readonly ToolCallbackProvider[];
}

/**
 * Sorts what was passed to one `tools(…)`: callbacks as they are, providers for later (CC-20), objects with `@Tool`
 * methods converted, after the callbacks (CC-18); lists may mix all of them and other lists.
 *
 * @param factory makes the tools of objects
 * @throws {IllegalArgumentException} for missing elements (CC-16), and for an object without tool methods (CC-19)
 */
export function toolsOf(toolObjects: readonly unknown[], factory: ToolCallbackFactory): GivenTools {
  if (toolObjects.length === 1) requireNonNull(toolObjects[0], 'toolObjects cannot be null');
  requireNonNullElements(toolObjects, 'toolObjects cannot be null', 'toolObjects cannot contain null elements');
  const toolCallbacks: ToolCallback[] = [];
  const toolCallbackProviders: ToolCallbackProvider[] = [];
  const objects: object[] = [];
  const sort = (tool: unknown): void => {
    if (Array.isArray(tool)) {
      const message = 'toolObjects collection cannot contain null elements';
      requireNonNullElements(tool as unknown[], message, message).forEach(sort);
    } else if (tool instanceof ToolCallback) toolCallbacks.push(tool);
    else if (tool instanceof ToolCallbackProvider) toolCallbackProviders.push(tool);
    else objects.push(tool as object);
  };
  toolObjects.forEach(sort);
  const [object] = objects;
  // The usual case, one service: its list is shared by all requests, and so is what is derived from it.
  if (object && objects.length === 1 && toolCallbacks.length === 0) {
    return { toolCallbacks: factory.from(object), toolCallbackProviders };
  }
  return {
    toolCallbacks: [...toolCallbacks, ...objects.flatMap((given) => factory.from(given))],
    toolCallbackProviders,
  };
}
