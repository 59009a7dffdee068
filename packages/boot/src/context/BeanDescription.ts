import type { BeanDefinition } from '../bean/BeanDefinition.js';

/** A bean of a context as plain data. */
export interface BeanDescription {
  readonly name: string;
  /** Name of the declared type; null where the declaration says nothing. */
  readonly type: string | null;
  readonly scope: BeanDefinition['scope'];
  readonly role: BeanDefinition['role'];
  /** `defined by method 'toolIndex' in ToolsConfiguration` */
  readonly description: string;
  readonly primary: boolean;
  /** The beans that it needs, by name, in the order of its parameters. */
  readonly dependencies: readonly BeanDependency[];
}

/** A bean that another one needs. */
export interface BeanDependency {
  readonly name: string;
  /** `single`: as a value; `all`: in a list; `provider`: through an `ObjectProvider`, when it is asked for. */
  readonly kind: 'single' | 'all' | 'provider';
}
