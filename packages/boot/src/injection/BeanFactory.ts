import { IllegalStateException, type MaybePromise } from '@toolwright/core';
import { Container } from 'inversify';
import { BeanCreationException } from '../bean/BeanCreationException.js';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import { CircularDependencyException, type DependencyEdge } from '../bean/CircularDependencyException.js';
import type { SuppressedBean } from '../bean/SuppressedBean.js';
import { initialiseBean, isPromise } from '../lifecycle/initialiseBean.js';
import { collectBeans } from './collectBeans.js';
import { DefaultObjectProvider } from './DefaultObjectProvider.js';
import type { InjectionPoint } from './InjectionPoint.js';
import { type Dependency, resolveDependency } from './resolveDependency.js';

/** A singleton and its definition. @internal */
export interface CreatedBean {
  readonly definition: BeanDefinition;
  readonly instance: unknown;
}

/**
 * Makes beans from their definitions. Who gets which bean is decided here, on definitions; Inversify only makes and
 * holds the instances, each bound under the identity of its definition.
 *
 * @internal
 */
export class BeanFactory {
  readonly #registry: BeanDefinitionRegistry;
  readonly #suppressed: () => readonly SuppressedBean[];
  readonly #container = new Container();
  readonly #dependencies = new Map<BeanDefinition, readonly Dependency[]>();
  readonly #bound = new Set<BeanDefinition>();
  readonly #inCreation = new Set<BeanDefinition>();
  #created: CreatedBean[] = [];

  constructor(registry: BeanDefinitionRegistry, suppressed: () => readonly SuppressedBean[]) {
    this.#registry = registry;
    this.#suppressed = suppressed;
  }

  /** The singletons that are complete, in the order of their completion; they are forgotten, who takes them closes them. */
  takeCreated(): readonly CreatedBean[] {
    const created = this.#created;
    this.#created = [];
    return created;
  }

  /**
   * Creates the singletons that are not lazy, dependencies first, otherwise in the order of registration. Everything
   * that can be found on definitions is found before the first one is created (BH-13).
   *
   * @param goOn asked after each one; what it throws ends the creation
   */
  async createSingletons(isLazy: (definition: BeanDefinition) => boolean, goOn: () => void = () => {}): Promise<void> {
    const eager = this.#registry.definitions.filter((each) => each.scope === 'singleton' && !isLazy(each));
    for (const definition of eager) this.#check(definition);
    const eagerSet = new Set(eager);
    const ordered = new Set<BeanDefinition>();
    for (const definition of eager) this.#visit(definition, eagerSet, ordered, new Set());
    for (const definition of ordered) {
      await this.getAsync(definition);
      goOn();
    }
  }

  /**
   * The object of `definition`, complete.
   *
   * @throws {IllegalStateException} if it, or something it needs, is made asynchronously and not complete yet
   */
  get(definition: BeanDefinition): unknown {
    this.#check(definition);
    try {
      return this.#container.get(definition.id);
    } catch (cause) {
      if (!(cause instanceof Error) || !cause.message.startsWith('Unexpected asynchronous service')) throw cause;
      throw new IllegalStateException(
        `Bean '${definition.name}' is made asynchronously and is not complete yet: inject it directly, or use getAsync`,
        { cause },
      );
    }
  }

  /** The object of `definition`, when it is complete. */
  async getAsync(definition: BeanDefinition): Promise<unknown> {
    this.#check(definition);
    return this.#container.getAsync(definition.id);
  }

  /** The beans that `definition` needs to be made. */
  dependencies(definition: BeanDefinition): readonly Dependency[] {
    let dependencies = this.#dependencies.get(definition);
    if (!dependencies) {
      dependencies = definition.injectionPoints.map((point) => this.resolve(point, definition));
      this.#dependencies.set(definition, dependencies);
    }
    return dependencies;
  }

  /** The beans of an injection point. */
  resolve(point: InjectionPoint, asking?: BeanDefinition): Dependency {
    return resolveDependency(point, this.#registry, this.#suppressed(), asking);
  }

  /** Resolves all that `definition` needs, looks for cycles, and binds it. */
  #check(definition: BeanDefinition, path: readonly DependencyEdge[] = []): void {
    if (this.#bound.has(definition)) return;
    const start = path.findIndex((edge) => edge.definition === definition);
    if (start >= 0) throw new CircularDependencyException(path.slice(0, start), path.slice(start));
    for (const { point, definitions } of this.dependencies(definition)) {
      if (point.kind === 'provider') continue;
      for (const needed of definitions) {
        if (!this.#bound.has(needed)) this.#check(needed, [...path, { definition, point }]);
      }
    }
    this.#bind(definition);
  }

  #visit(
    definition: BeanDefinition,
    eager: ReadonlySet<BeanDefinition>,
    ordered: Set<BeanDefinition>,
    visiting: Set<BeanDefinition>,
  ): void {
    if (ordered.has(definition) || visiting.has(definition)) return;
    visiting.add(definition);
    const dependencies = this.dependencies(definition);
    // What a provider may be asked for comes first too, as far as that is possible, so that it is complete by then.
    const hard = dependencies.filter(({ point }) => point.kind !== 'provider');
    const soft = dependencies.filter(({ point }) => point.kind === 'provider');
    for (const { definitions } of hard) {
      for (const needed of definitions) this.#visit(needed, eager, ordered, visiting);
    }
    for (const { definitions } of soft) {
      for (const needed of definitions) if (eager.has(needed)) this.#visit(needed, eager, ordered, visiting);
    }
    if (definition.scope === 'singleton') ordered.add(definition);
  }

  #bind(definition: BeanDefinition): void {
    const dependencies = this.dependencies(definition);
    // A provider asks for its beans when it is asked itself.
    const needed = dependencies.flatMap(({ point, definitions }) => (point.kind === 'provider' ? [] : definitions));
    const binding = this.#container.bind(definition.id).toResolvedValue(
      (...values: unknown[]) => this.#create(definition, dependencies, values),
      needed.map(({ id }) => id),
    );
    if (definition.scope === 'prototype') binding.inTransientScope();
    else binding.inSingletonScope();
    this.#bound.add(definition);
  }

  #create(
    definition: BeanDefinition,
    dependencies: readonly Dependency[],
    values: readonly unknown[],
  ): MaybePromise<unknown> {
    const singleton = definition.scope === 'singleton';
    if (singleton && this.#inCreation.has(definition)) {
      throw new CircularDependencyException([], this.#throughProviders(definition));
    }
    if (singleton) this.#inCreation.add(definition);
    const done = (instance: unknown): unknown => {
      this.#inCreation.delete(definition);
      if (singleton) this.#created.push({ definition, instance });
      return instance;
    };
    const failed = (step: string, cause: unknown): never => {
      this.#inCreation.delete(definition);
      if (definition.role === 'infrastructure') throw cause;
      throw new BeanCreationException(definition, step, this.#neededBy(definition), cause);
    };
    const initialise = (instance: unknown): MaybePromise<unknown> => {
      if (instance === undefined || instance === null) {
        return failed('creation', new IllegalStateException(`the method returned ${String(instance)}`));
      }
      let step: MaybePromise<void>;
      try {
        step = initialiseBean(definition, instance);
      } catch (cause) {
        return failed('initialisation', cause);
      }
      return isPromise(step)
        ? step.then(
            () => done(instance),
            (cause: unknown) => failed('initialisation', cause),
          )
        : done(instance);
    };
    let instance: unknown;
    try {
      instance = definition.create(this.#arguments(dependencies, values));
    } catch (cause) {
      return failed('creation', cause);
    }
    return isPromise(instance)
      ? instance.then(initialise, (cause: unknown) => failed('creation', cause))
      : initialise(instance);
  }

  #arguments(dependencies: readonly Dependency[], values: readonly unknown[]): readonly unknown[] {
    let position = 0;
    return dependencies.map(({ point, definitions }) => {
      if (point.kind === 'provider') return new DefaultObjectProvider(this, point);
      const own = values.slice(position, position + definitions.length);
      position += definitions.length;
      if (point.kind === 'single') return own[0];
      return collectBeans(definitions, own, point.type, true);
    });
  }

  /** The chain of beans that needed `definition`, as far as it is known; the one nobody else needs first. */
  #neededBy(definition: BeanDefinition): readonly string[] {
    const chain = [definition];
    for (let current: BeanDefinition | undefined = definition; current; ) {
      const needed: BeanDefinition = current;
      current = [...this.#dependencies].find(
        ([dependant, dependencies]) =>
          !chain.includes(dependant) && dependencies.some(({ definitions }) => definitions.includes(needed)),
      )?.[0];
      if (current) chain.push(current);
    }
    return chain
      .slice(1)
      .reverse()
      .map(({ name }) => name);
  }

  #throughProviders(definition: BeanDefinition): readonly DependencyEdge[] {
    const open = [...this.#inCreation];
    return open.slice(open.indexOf(definition)).map((each) => ({ definition: each, point: undefined }));
  }
}
