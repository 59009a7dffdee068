import { NoUniqueBeanDefinitionException } from '../bean/NoUniqueBeanDefinitionException.js';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { collectBeans } from './collectBeans.js';
import type { InjectionPoint } from './InjectionPoint.js';
import { ObjectProvider } from './ObjectProvider.js';
import type { Dependency } from './resolveDependency.js';

/** What a provider needs of the factory. @internal */
export interface ProvidedBeans {
  get(definition: BeanDefinition): unknown;
  resolve(point: InjectionPoint): Dependency;
}

/** Asks the factory at each call. @internal */
export class DefaultObjectProvider<T> extends ObjectProvider<T> {
  readonly #beans: ProvidedBeans;
  readonly #point: InjectionPoint;

  constructor(beans: ProvidedBeans, point: InjectionPoint) {
    super();
    this.#beans = beans;
    this.#point = point;
  }

  override getObject(): T {
    const [definition] = this.#beans.resolve({ ...this.#point, kind: 'single', optional: false }).definitions;
    return this.#beans.get(definition as BeanDefinition) as T;
  }

  override getIfAvailable(): T | undefined;
  override getIfAvailable(fallback: () => T): T;
  override getIfAvailable(fallback?: () => T): T | undefined {
    const [definition] = this.#beans.resolve({ ...this.#point, kind: 'single', optional: true }).definitions;
    return definition ? (this.#beans.get(definition) as T) : fallback?.();
  }

  override getIfUnique(): T | undefined;
  override getIfUnique(fallback: () => T): T;
  override getIfUnique(fallback?: () => T): T | undefined {
    let definition: BeanDefinition | undefined;
    try {
      [definition] = this.#beans.resolve({ ...this.#point, kind: 'single', optional: true }).definitions;
    } catch (failure) {
      if (!(failure instanceof NoUniqueBeanDefinitionException)) throw failure;
    }
    return definition ? (this.#beans.get(definition) as T) : fallback?.();
  }

  override ifAvailable(action: (bean: T) => void): void {
    const bean = this.getIfAvailable();
    if (bean !== undefined) action(bean);
  }

  override ifUnique(action: (bean: T) => void): void {
    const bean = this.getIfUnique();
    if (bean !== undefined) action(bean);
  }

  override stream(): readonly T[] {
    return this.#collect(false);
  }

  override orderedStream(): readonly T[] {
    return this.#collect(true);
  }

  #collect(ordered: boolean): readonly T[] {
    const { definitions } = this.#beans.resolve({ ...this.#point, kind: 'all' });
    const values = definitions.map((definition) => this.#beans.get(definition));
    return collectBeans(definitions, values, this.#point.type, ordered) as readonly T[];
  }
}
