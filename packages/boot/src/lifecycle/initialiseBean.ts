import { IllegalStateException, type MaybePromise } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { annotatedMethods } from './annotatedMethods.js';
import { POST_CONSTRUCT } from './PostConstruct.js';

/**
 * Calls the `@PostConstruct` methods of a new bean, then the init method of its definition, each awaited.
 *
 * @returns a promise only if one of them returned one
 * @internal
 */
export function initialiseBean({ init }: BeanDefinition, instance: unknown): MaybePromise<void> {
  if (typeof instance !== 'object' || instance === null) return;
  const methods = annotatedMethods(POST_CONSTRUCT, instance);
  return callInTurn(instance, init === undefined || methods.includes(init) ? methods : [...methods, init]);
}

/** Whether a value has to be awaited. @internal */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function callInTurn(instance: object, methods: readonly string[], from = 0): MaybePromise<void> {
  for (let index = from; index < methods.length; index++) {
    const name = methods[index] ?? '';
    const method: unknown = Reflect.get(instance, name);
    if (typeof method !== 'function') throw new IllegalStateException(`there is no init method '${name}'`);
    const result: unknown = Reflect.apply(method, instance, []);
    if (isPromise(result)) return result.then(() => callInTurn(instance, methods, index + 1));
  }
}
