import { DecoratorMetadata } from '@toolwright/core';

/** Names of the methods of one prototype, in declaration order. @internal */
export const POST_CONSTRUCT = new DecoratorMetadata<readonly string[]>('boot/post-construct');

/** Calls the method, and awaits it, when the bean has been created; a failure stops the start. */
export function PostConstruct(): MethodDecorator {
  return (target, property) => {
    POST_CONSTRUCT.set(target, [...(POST_CONSTRUCT.own(target) ?? []), String(property)]);
  };
}
