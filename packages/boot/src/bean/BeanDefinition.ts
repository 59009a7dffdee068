import type { AbstractClassType, MaybePromise } from '@toolwright/core';
import type { InjectionPoint } from '../injection/InjectionPoint.js';
import type { BeanScope } from './Scope.js';

/** Everything the container knows of one bean before it exists. */
export interface BeanDefinition {
  /** The identity under which the instance is held. */
  readonly id: symbol;
  /** Unique in the context. */
  readonly name: string;
  /** The declared type; undefined where it says nothing (`Object`). */
  readonly declaredType: AbstractClassType | undefined;
  /** The declared type and every class above it: what the bean can be asked for by. */
  readonly types: readonly AbstractClassType[];
  /** For a bean that is a list: the type of its elements and every class above it. Empty otherwise. */
  readonly elementTypes: readonly AbstractClassType[];
  readonly qualifier: string | undefined;
  readonly scope: BeanScope;
  readonly primary: boolean;
  readonly fallback: boolean;
  /** What `@Lazy` says; undefined without it. */
  readonly lazy: boolean | undefined;
  /** What `@Order` says; undefined without it. */
  readonly order: number | undefined;
  readonly autowireCandidate: boolean;
  readonly defaultCandidate: boolean;
  /** Where it is defined: `defined by method 'toolIndex' in ToolsConfiguration`. */
  readonly description: string;
  /** The name of the class that defines it. */
  readonly definedIn: string;
  /**
   * `application`: the user's; `auto-configuration`: a default; `infrastructure`: made by the container itself, created
   * at start in any case and reported with its own failures.
   */
  readonly role: 'application' | 'auto-configuration' | 'infrastructure';
  /** What {@link create} needs, in the order of its arguments. */
  readonly injectionPoints: readonly InjectionPoint[];
  /** Makes the object from the injected values. */
  readonly create: (args: readonly unknown[]) => MaybePromise<unknown>;
  /** Name of the method called after creation. */
  readonly init: string | undefined;
  /** Name of the method called at closing; undefined: inferred; false: none. */
  readonly destroy: string | false | undefined;
}
