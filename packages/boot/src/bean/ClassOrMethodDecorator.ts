import type { DecoratorMetadata } from '@toolwright/core';

/** A decorator for a bean class or a `@Bean` method. */
export type ClassOrMethodDecorator = (target: object, property?: string | symbol) => void;

/** A decorator that only records `value`. */
export function recording<T>(metadata: DecoratorMetadata<T>, value: T): ClassOrMethodDecorator {
  return (target, property) => {
    metadata.set(target, value, property);
  };
}
