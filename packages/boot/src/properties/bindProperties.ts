import { type ClassType, UnsupportedOperationException } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';

/**
 * Makes an instance of a `@ConfigurationProperties` class from the keys below its prefix.
 *
 * @param prefix default: the prefix that the class declares
 */
export async function bindProperties<T extends object>(
  _environment: Environment,
  _type: ClassType<T>,
  _prefix?: string,
): Promise<T> {
  throw new UnsupportedOperationException('not yet readable');
}

/**
 * Binds several classes; the wrong values of all of them end in one exception (BH-05).
 *
 * @returns the instances by class
 */
export async function bindAllProperties(
  _environment: Environment,
  _types: readonly ClassType<object>[],
): Promise<ReadonlyMap<ClassType<object>, object>> {
  throw new UnsupportedOperationException('not yet readable');
}

/** Sets the fields of an object that exists, the return value of a `@Bean` method, from `prefix` (BP-23). */
export async function bindPropertiesOf(_environment: Environment, _target: object, _prefix: string): Promise<void> {
  throw new UnsupportedOperationException('not yet readable');
}
