import type { ChatOptions } from '@toolwright/model';
import { isToolCallingChatOptions, type ToolCallback, type ToolDefinition } from '@toolwright/tools';

type Definitions = readonly ToolDefinition[];

const NONE: Definitions = Object.freeze([]);

/** Rounds and turns share their lists of tools; so do the records of them. */
const byCallbacks = new WeakMap<readonly ToolCallback[], Definitions>();
const byLists = new WeakMap<Definitions, WeakMap<Definitions, Definitions>>();

/** The definitions of the tools that options carry. */
export function definitionsOf(options: ChatOptions | null): Definitions {
  const callbacks = isToolCallingChatOptions(options) ? options.toolCallbacks : null;
  if (!callbacks || callbacks.length === 0) return NONE;
  const known = byCallbacks.get(callbacks);
  if (known) return known;
  const definitions = Object.freeze(callbacks.map(({ definition }) => definition));
  if (Object.isFrozen(callbacks)) byCallbacks.set(callbacks, definitions);
  return definitions;
}

/** The tools of a turn that one of its requests does not carry. */
export function withheldOf(attached: Definitions, sent: Definitions): Definitions {
  if (attached === sent || attached.length === 0) return NONE;
  const known = byLists.get(attached)?.get(sent);
  if (known) return known;
  const names = new Set(sent.map(({ name }) => name));
  const withheld = Object.freeze(attached.filter(({ name }) => !names.has(name)));
  const bySent = byLists.get(attached) ?? new WeakMap<Definitions, Definitions>();
  byLists.set(attached, bySent.set(sent, withheld));
  return withheld;
}
