import { DecoratorMetadata } from '@toolwright/core';

/** How a component is registered. */
export interface ComponentOptions {
  /** The bean's name; default: the class's name with a small first letter. */
  readonly name?: string;
}

/** @internal */
export const COMPONENT = new DecoratorMetadata<ComponentOptions>('boot/component');

/**
 * Marks a class of which the container makes one bean, its constructor parameters injected by type.
 *
 * @param options the options, or just the bean's name
 */
export function Component(options: ComponentOptions | string = {}): ClassDecorator {
  const value = typeof options === 'string' ? { name: options } : { ...options };
  return (target) => {
    COMPONENT.set(target, value);
  };
}
