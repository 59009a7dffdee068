/**
 * Beans of one type, asked for when they are needed. Every call asks the context anew: a singleton is the same object
 * each time, a prototype a new one.
 *
 * A bean that is made asynchronously must be complete before it is asked for here; at start the container creates the
 * candidates of an injected provider before the bean that holds it, as far as they do not need that bean.
 */
export abstract class ObjectProvider<T> {
  /**
   * The one bean, or the preferred one.
   *
   * @throws {NoSuchBeanDefinitionException} if there is none
   * @throws {NoUniqueBeanDefinitionException} if there are several and none is preferred
   */
  abstract getObject(): T;

  /**
   * The one bean, or the preferred one; if there is none, what `fallback` gives.
   *
   * @throws {NoUniqueBeanDefinitionException} if there are several and none is preferred
   */
  abstract getIfAvailable(): T | undefined;
  abstract getIfAvailable(fallback: () => T): T;

  /** Like {@link getIfAvailable}, but several beans without a preferred one count as none. */
  abstract getIfUnique(): T | undefined;
  abstract getIfUnique(fallback: () => T): T;

  /** Calls `action` with what {@link getIfAvailable} gives, unless that is undefined. */
  abstract ifAvailable(action: (bean: T) => void): void;

  /** Calls `action` with what {@link getIfUnique} gives, unless that is undefined. */
  abstract ifUnique(action: (bean: T) => void): void;

  /** All beans, in the order of their registration. */
  abstract stream(): readonly T[];

  /** All beans, by order, then by registration. */
  abstract orderedStream(): readonly T[];
}
