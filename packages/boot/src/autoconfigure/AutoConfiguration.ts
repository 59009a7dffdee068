import { type AbstractClassType, DecoratorMetadata } from '@toolwright/core';
import { CONFIGURATION } from '../bean/Configuration.js';

/** Where an auto-configuration stands among the others. */
export interface AutoConfigurationOptions {
  /** The name used for sorting, exclusion and reports; default: the class's name. */
  readonly name?: string;
  /** Auto-configurations, by class or by name, before which this one is registered; unknown names are ignored. */
  readonly before?: readonly (AbstractClassType | string)[];
  /** Auto-configurations, by class or by name, after which this one is registered; unknown names are ignored. */
  readonly after?: readonly (AbstractClassType | string)[];
  /** Lower first, default 0; `before` and `after` prevail. */
  readonly order?: number;
  /** Further configurations, registered before the own `@Bean` methods. */
  readonly imports?: readonly AbstractClassType[];
}

/** @internal */
export const AUTO_CONFIGURATION = new DecoratorMetadata<AutoConfigurationOptions>('boot/auto-configuration');

/**
 * Marks a configuration that is found by discovery or in a list, can be excluded, and is registered after all beans of
 * the application, so that its conditions see them.
 */
export function AutoConfiguration(options: AutoConfigurationOptions = {}): ClassDecorator {
  return (target) => {
    AUTO_CONFIGURATION.set(target, { ...options });
    CONFIGURATION.set(target, {
      name: options.name ?? target.name,
      ...(options.imports === undefined ? {} : { imports: options.imports }),
    });
  };
}

/** The name of an auto-configuration class. @internal */
export function autoConfigurationName(type: AbstractClassType): string {
  return AUTO_CONFIGURATION.own(type)?.name ?? type.name;
}
