import type { ToolCallback } from '@toolwright/tools';

/** Lists by their first tool. They are not kept alive by this: a list lives as long as a client has it. */
const lists = new WeakMap<ToolCallback, WeakRef<readonly ToolCallback[]>[]>();

/**
 * One frozen list for all clients with the same tools in the same order, and with it one copy of all that is derived
 * from a list. A service that makes a client per user or per request has the same two hundred tools in each of them.
 */
export function sharedToolList(tools: readonly ToolCallback[]): readonly ToolCallback[] {
  const [first] = tools;
  if (!first) return tools;
  const known = lists.get(first)?.filter((list) => list.deref()) ?? [];
  for (const list of known) {
    const shared = list.deref();
    if (shared?.length === tools.length && shared.every((tool, index) => tool === tools[index])) return shared;
  }
  const shared = Object.freeze(Object.isFrozen(tools) ? tools : [...tools]);
  lists.set(first, [...known, new WeakRef(shared)].slice(-LISTS_PER_TOOL));
  return shared;
}

/** Bounds the search; a tool that starts more different lists than this shares the latest of them. */
const LISTS_PER_TOOL = 8;
