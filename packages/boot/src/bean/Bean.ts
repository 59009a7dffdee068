import { type AbstractClassType, DecoratorMetadata } from '@toolwright/core';

/** How the result of a `@Bean` method is registered. */
export interface BeanOptions {
  /** The bean's name; default: the method's name. */
  readonly name?: string;
  /**
   * The declared type of the bean; default: the method's return type as the compiler recorded it. Required where that
   * says too little: `Promise`, an interface, a list. `[T]` declares a list whose elements join the beans of type T
   * wherever all of them are asked for.
   */
  readonly type?: AbstractClassType | readonly [AbstractClassType];
  /** Method of the bean that is called, and awaited, after injection and after its `@PostConstruct` methods. */
  readonly init?: string;
  /**
   * Method of the bean that is called when the context closes; default: the first of `close`, `shutdown`,
   * `[Symbol.asyncDispose]`, `[Symbol.dispose]` that the bean has and that takes no parameters. `false`: none of them.
   */
  readonly destroy?: string | false;
  /** Whether the bean can be injected at all; default true. Otherwise it is only reachable by its name. */
  readonly autowireCandidate?: boolean;
  /** Whether the bean can be injected without naming it by `@Qualifier`; default true. */
  readonly defaultCandidate?: boolean;
}

/** One `@Bean` method. @internal */
export interface BeanMethod {
  readonly method: string;
  readonly options: BeanOptions;
}

/** The `@Bean` methods of a prototype, or of a constructor for static ones, in declaration order. @internal */
export const BEAN_METHODS = new DecoratorMetadata<readonly BeanMethod[]>('boot/bean-methods');

/**
 * Marks a method of a configuration whose result is a bean; its parameters are injected. The method may be async: the
 * result is awaited before anyone gets it.
 *
 * A direct call of a sibling method is a plain call that makes another object (spec BB-18): declare a parameter instead.
 */
export function Bean(options: BeanOptions = {}): MethodDecorator {
  return (target, property) => {
    const method = String(property);
    BEAN_METHODS.set(target, [...(BEAN_METHODS.own(target) ?? []), { method, options: { ...options } }]);
  };
}
