import { type AbstractClassType, DecoratorMetadata } from '@toolwright/core';

/** How a configuration class is registered. */
export interface ConfigurationOptions {
  /** The name of the bean that the class itself becomes; default: the class's name with a small first letter. */
  readonly name?: string;
  /** Further configurations or components, registered before the own `@Bean` methods, unless this class is skipped. */
  readonly imports?: readonly AbstractClassType[];
}

/** @internal */
export const CONFIGURATION = new DecoratorMetadata<ConfigurationOptions>('boot/configuration');

/**
 * Marks a class whose `@Bean` methods make beans. The class is a bean itself, so its constructor can be injected.
 *
 * Nested configurations are static members that are `@Configuration` classes; a namespace of the same name declares
 * them: `export namespace Outer { @Configuration() export class Inner {} }`. They are registered first, in declaration
 * order, then `imports`, then the own methods (spec BO-07). If a condition rules the class out, it rules out all of them.
 */
export function Configuration(options: ConfigurationOptions = {}): ClassDecorator {
  return (target) => {
    CONFIGURATION.set(target, { ...options });
  };
}
