import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { LOWEST_PRECEDENCE, ORDER } from '../bean/Order.js';

/**
 * The list of all beans of a type: single beans, and the elements of beans that are lists of it; equal objects once.
 *
 * @param values the objects, in the order of `definitions`
 * @param ordered whether to sort by order; otherwise the order of registration stays
 * @internal
 */
export function collectBeans(
  definitions: readonly BeanDefinition[],
  values: readonly unknown[],
  type: AbstractClassType | undefined,
  ordered: boolean,
): readonly unknown[] {
  const entries = new Map<unknown, number>();
  const add = (value: unknown, order: number): void => {
    if (!entries.has(value)) entries.set(value, order);
  };
  definitions.forEach((definition, index) => {
    const value = values[index];
    const isList = type !== undefined && Array.isArray(value) && definition.elementTypes.includes(type);
    if (isList) for (const element of value as unknown[]) add(element, orderOf(element));
    else add(value, definition.order ?? orderOf(value));
  });
  const all = [...entries];
  if (ordered) all.sort(([, a], [, b]) => a - b);
  return all.map(([value]) => value);
}

/** The order of an object: its numeric property `order`, else the `@Order` of its class, else the lowest precedence. */
function orderOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return LOWEST_PRECEDENCE;
  const { order } = value as { readonly order?: unknown };
  if (typeof order === 'number') return order;
  return ORDER.inherited(value.constructor) ?? LOWEST_PRECEDENCE;
}
