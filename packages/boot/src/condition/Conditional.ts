import { DecoratorMetadata } from '@toolwright/core';
import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import type { Condition } from './Condition.js';

/** Conditions of a class or method, in the order they are written. @internal */
export const CONDITIONS = new DecoratorMetadata<readonly (() => Condition)[]>('boot/conditions');

/** Registers the class or method only if `condition`, an object or a class without constructor arguments, matches. */
export function Conditional(condition: Condition | (new () => Condition)): ClassOrMethodDecorator {
  return conditional(() => (typeof condition === 'function' ? new condition() : condition));
}

/** Records a condition that is made when the decorated element is registered. @internal */
export function conditional(condition: () => Condition): ClassOrMethodDecorator {
  return (target, property) => {
    // Decorators are applied from the last to the first.
    CONDITIONS.set(target, [condition, ...(CONDITIONS.own(target, property) ?? [])], property);
  };
}
