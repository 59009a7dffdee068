import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { canonicalArguments } from '../conversion/canonicalArguments.js';

/**
 * What two calls must have in common to share a result: the tool itself, not only its name, arguments that mean the same,
 * and values of the tool context. Texts, numbers and the like are compared by value, objects by identity: what an object
 * stands for is not known here, and a result that is shared by mistake is worse than one that is not.
 *
 * @param by sorted keys of the context, null for all
 */
export function cacheKey(
  callback: ToolCallback,
  toolArguments: string,
  { context }: ToolContext,
  by: readonly string[] | null,
): string {
  const keys = by ?? Object.keys(context).sort();
  const values = keys.map((key) => (Object.hasOwn(context, key) ? [key, valueKey(context[key])] : [key]));
  return JSON.stringify([callback.definition.name, identity(callback), canonicalArguments(toolArguments), values]);
}

function valueKey(value: unknown): readonly unknown[] {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return ['ref', identity(value)];
  return [typeof value, String(value)];
}

const identities = new WeakMap<object, number>();
let next = 0;

function identity(value: object): number {
  let id = identities.get(value);
  if (id === undefined) identities.set(value, (id = next++));
  return id;
}
