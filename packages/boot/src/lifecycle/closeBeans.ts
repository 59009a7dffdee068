import { LoggerFactory } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { annotatedMethods } from './annotatedMethods.js';
import { PRE_DESTROY } from './PreDestroy.js';

const logger = LoggerFactory.getLogger('toolwright.boot.lifecycle');

/** Methods that close a bean whose definition names none; the first that the bean has, without parameters, is called. */
const INFERRED: readonly (string | symbol)[] = ['close', 'shutdown', Symbol.asyncDispose, Symbol.dispose];

/**
 * Closes beans in the reverse of the given order, each object once: its `@PreDestroy` methods, then its close method.
 * A failure is logged, and the rest still runs.
 *
 * @internal
 */
export async function closeBeans(
  beans: readonly { readonly definition: BeanDefinition; readonly instance: unknown }[],
): Promise<void> {
  // An object that several beans share is closed where it was made first: after all that may use it.
  const first = new Map<object, BeanDefinition>();
  for (const { definition, instance } of beans) {
    if (definition.role === 'infrastructure' || typeof instance !== 'object' || instance === null) continue;
    if (!first.has(instance)) first.set(instance, definition);
  }
  for (const [instance, definition] of [...first].reverse()) {
    const annotated = annotatedMethods(PRE_DESTROY, instance);
    const own = closeMethod(definition, instance);
    const methods = own === undefined || annotated.some((name) => name === own) ? annotated : [...annotated, own];
    for (const method of methods) await callSafely(definition, instance, method);
  }
}

function closeMethod({ destroy }: BeanDefinition, instance: object): string | symbol | undefined {
  if (destroy === false) return undefined;
  if (destroy !== undefined) return destroy;
  return INFERRED.find((name) => {
    const method: unknown = Reflect.get(instance, name);
    return typeof method === 'function' && method.length === 0;
  });
}

async function callSafely(definition: BeanDefinition, instance: object, method: string | symbol): Promise<void> {
  try {
    const implementation = Reflect.get(instance, method) as () => unknown;
    await Reflect.apply(implementation, instance, []);
  } catch (err) {
    logger.warn(`Closing bean '${definition.name}' ${definition.description} failed in ${String(method)}()`, { err });
  }
}
