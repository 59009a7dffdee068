import { type ClassType, IllegalArgumentException } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';
import { configurationPropertiesOf } from './ConfigurationProperties.js';
import { PropertyBinder } from './PropertyBinder.js';
import { PropertyBindingException, type PropertyBindingFailure } from './PropertyBindingException.js';

/**
 * Makes an instance of a `@ConfigurationProperties` class from the keys below its prefix: convict reads the texts by our
 * own formats, class-transformer makes the instance, class-validator checks its constraints.
 *
 * @param prefix default: the prefix that the class declares
 * @throws {PropertyBindingException} with all wrong values of the class
 * @throws {IllegalArgumentException} for a class without prefix, or a field that cannot be one
 */
export async function bindProperties<T extends object>(
  environment: Environment,
  type: ClassType<T>,
  prefix?: string,
): Promise<T> {
  const { instance, failures } = await bindClass(environment, type, prefix);
  if (failures.length > 0) throw new PropertyBindingException(failures);
  return instance as T;
}

/**
 * Binds several classes by the prefixes they declare; the wrong values of all of them end in one exception (BH-05).
 *
 * @returns the instances by class
 * @throws {PropertyBindingException} with all wrong values of all classes
 */
export async function bindAllProperties(
  environment: Environment,
  types: readonly ClassType<object>[],
): Promise<ReadonlyMap<ClassType<object>, object>> {
  const instances = new Map<ClassType<object>, object>();
  const failures: PropertyBindingFailure[] = [];
  for (const type of new Set(types)) {
    const bound = await bindClass(environment, type);
    instances.set(type, bound.instance);
    failures.push(...bound.failures);
  }
  if (failures.length > 0) throw new PropertyBindingException(failures);
  return instances;
}

/**
 * Sets the fields of an object that exists, the return value of a `@Bean` method, from the keys below `prefix` (BP-23).
 * Its present values are the defaults.
 *
 * @throws {PropertyBindingException} with all wrong values
 */
export async function bindPropertiesOf(environment: Environment, target: object, prefix: string): Promise<void> {
  const failures = await new PropertyBinder(environment, target.constructor as ClassType<object>, prefix).fill(target);
  if (failures.length > 0) throw new PropertyBindingException(failures);
}

async function bindClass(
  environment: Environment,
  type: ClassType<object>,
  prefix?: string,
): Promise<{ readonly instance: object; readonly failures: readonly PropertyBindingFailure[] }> {
  const definition = configurationPropertiesOf(type);
  const chosen = prefix ?? definition?.prefix;
  if (chosen === undefined) {
    throw new IllegalArgumentException(`${type.name} has no prefix: decorate it with @ConfigurationProperties('…')`);
  }
  return await new PropertyBinder(environment, type, chosen, definition).create();
}
