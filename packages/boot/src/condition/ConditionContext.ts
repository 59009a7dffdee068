import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import type { Environment } from '../env/Environment.js';
import type { PackageLookup } from './PackageLookup.js';

/** What a condition may ask. */
export interface ConditionContext {
  readonly environment: Environment;
  /** The definitions registered so far. */
  readonly registry: BeanDefinitionRegistry;
  /** Finds installed packages without loading them. */
  readonly packages: PackageLookup;
  /** The type of the bean that the decorated method or class declares; undefined for a configuration. */
  readonly beanType: AbstractClassType | undefined;
  /** What is decorated: `Class` or `Class.method`. */
  readonly source: string;
}
