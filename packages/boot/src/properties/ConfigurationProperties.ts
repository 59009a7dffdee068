import { DecoratorMetadata } from '@toolwright/core';
import { InvalidConfigurationPropertyNameException } from './InvalidConfigurationPropertyNameException.js';

/** How a class of properties is bound. */
export interface ConfigurationPropertiesOptions {
  /** False: a key below the prefix that no field takes stops the start (BP-19); default true. */
  readonly ignoreUnknownFields?: boolean;
  /** True: a value that cannot be read leaves the field's default in place (BP-20); default false. */
  readonly ignoreInvalidFields?: boolean;
}

/** What `@ConfigurationProperties` recorded. */
export interface ConfigurationPropertiesDefinition {
  readonly prefix: string;
  readonly ignoreUnknownFields: boolean;
  readonly ignoreInvalidFields: boolean;
}

const metadata = new DecoratorMetadata<ConfigurationPropertiesDefinition>('configuration-properties');

/**
 * Declares a class whose fields are filled from the keys below `prefix`, or the prefix for the object that a `@Bean`
 * method returns. Field initialisers are the defaults; class-validator's decorators and `@IsDuration`, `@IsDataSize`,
 * `@IsMapOf`, `@Secret` and `@PropertyDescription` say what a field takes.
 *
 * @param prefix in canonical form: lower-case words joined by dashes, parts joined by dots
 * @throws {InvalidConfigurationPropertyNameException} for any other prefix (BP-04)
 */
export function ConfigurationProperties(
  prefix: string,
  options: ConfigurationPropertiesOptions = {},
): ClassDecorator & MethodDecorator {
  InvalidConfigurationPropertyNameException.check(prefix);
  const definition: ConfigurationPropertiesDefinition = {
    prefix,
    ignoreUnknownFields: options.ignoreUnknownFields ?? true,
    ignoreInvalidFields: options.ignoreInvalidFields ?? false,
  };
  return (target: object, property?: string | symbol) => {
    metadata.set(target, definition, property);
  };
}

/**
 * What `@ConfigurationProperties` recorded on a class, or on a method of a prototype.
 *
 * @returns undefined if it is not decorated
 */
export function configurationPropertiesOf(
  target: object,
  property?: string | symbol,
): ConfigurationPropertiesDefinition | undefined {
  return property === undefined ? metadata.inherited(target) : metadata.own(target, property);
}
