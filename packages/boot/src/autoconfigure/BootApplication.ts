import { type AbstractClassType, DecoratorMetadata } from '@toolwright/core';
import { CONFIGURATION } from '../bean/Configuration.js';

/** What an application consists of. */
export interface BootApplicationOptions {
  /** `@Component` and `@Configuration` classes, registered in this order. */
  readonly components?: readonly AbstractClassType[];
  /** Configurations, registered after the components and before the `@Bean` methods of the application class. */
  readonly imports?: readonly AbstractClassType[];
  /** Auto-configurations beside those that are discovered. */
  readonly autoConfigurations?: readonly AbstractClassType[];
  /** Auto-configurations, by class or by name, that must not be used. */
  readonly exclude?: readonly (AbstractClassType | string)[];
}

/** @internal */
export const BOOT_APPLICATION = new DecoratorMetadata<BootApplicationOptions>('boot/application');

/** Whether a value is a class with `@BootApplication`, whichever copy of the package decorated it. */
export function isBootApplication(value: unknown): value is AbstractClassType {
  return typeof value === 'function' && BOOT_APPLICATION.own(value) !== undefined;
}

/** Marks the class that an `ApplicationContext` is run with. It is a `@Configuration` itself. */
export function BootApplication(options: BootApplicationOptions = {}): ClassDecorator {
  return (target) => {
    BOOT_APPLICATION.set(target, { ...options });
    CONFIGURATION.set(target, { imports: [...(options.components ?? []), ...(options.imports ?? [])] });
  };
}
