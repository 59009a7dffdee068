import type { AbstractClassType } from '@toolwright/core';
import { BEAN_METHODS, type BeanMethod } from './Bean.js';

/** A `@Bean` method and the object that has it: a prototype, or the class for a static one. @internal */
export interface DeclaredBeanMethod extends BeanMethod {
  readonly target: object;
  readonly isStatic: boolean;
}

/** The `@Bean` methods of a class and its ancestors, ancestors first; an overriding one replaces the overridden. @internal */
export function readBeanMethods(type: AbstractClassType): readonly DeclaredBeanMethod[] {
  const methods = new Map<string, DeclaredBeanMethod>();
  const classes: AbstractClassType[] = [];
  for (let current: unknown = type; typeof current === 'function' && current !== Function.prototype; ) {
    classes.unshift(current as AbstractClassType);
    current = Reflect.getPrototypeOf(current);
  }
  for (const declaring of classes) {
    const prototype = declaring.prototype as object;
    for (const [target, isStatic] of [[prototype, false] as const, [declaring, true] as const]) {
      for (const beanMethod of BEAN_METHODS.own(target) ?? []) {
        methods.set(`${isStatic ? 'static ' : ''}${beanMethod.method}`, { ...beanMethod, target, isStatic });
      }
    }
  }
  return [...methods.values()];
}
