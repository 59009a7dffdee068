import { DecoratorMetadata } from '@toolwright/core';

/** Names of the methods of one prototype, in declaration order. @internal */
export const PRE_DESTROY = new DecoratorMetadata<readonly string[]>('boot/pre-destroy');

/** Calls the method, and awaits it, when the context closes, before the bean's own `close` method. */
export function PreDestroy(): MethodDecorator {
  return (target, property) => {
    PRE_DESTROY.set(target, [...(PRE_DESTROY.own(target) ?? []), String(property)]);
  };
}
