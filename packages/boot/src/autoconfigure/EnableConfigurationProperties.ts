import { type ClassType, DecoratorMetadata } from '@toolwright/core';

/** @internal */
export const ENABLED_PROPERTIES = new DecoratorMetadata<readonly ClassType<object>[]>('boot/enabled-properties');

/**
 * Makes one bean of each `@ConfigurationProperties` class, filled from the environment, injectable by its class and
 * named `<prefix>-<class name>`. Enabling a class in several places gives one bean.
 */
export function EnableConfigurationProperties(...types: ClassType<object>[]): ClassDecorator {
  return (target) => {
    ENABLED_PROPERTIES.set(target, [...types, ...(ENABLED_PROPERTIES.own(target) ?? [])]);
  };
}
