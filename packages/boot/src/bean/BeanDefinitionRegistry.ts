import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinition } from './BeanDefinition.js';
import { BeanDefinitionOverrideException } from './BeanDefinitionOverrideException.js';

/** Which bean a single value of a type would be. */
export interface BeanSelection {
  /** The bean; undefined if there is none or no preferred one. */
  readonly definition?: BeanDefinition;
  /** All beans that fit. */
  readonly candidates: readonly BeanDefinition[];
}

/**
 * The definitions of all beans of one context, in the order of registration. A bean is found by its declared type and
 * every class above that.
 */
export class BeanDefinitionRegistry {
  readonly #allowOverriding: boolean;
  readonly #byName = new Map<string, BeanDefinition>();
  readonly #byType = new Map<AbstractClassType, BeanDefinition[]>();
  readonly #byElementType = new Map<AbstractClassType, BeanDefinition[]>();

  /** @param allowOverriding whether a later definition may take the name of an earlier one, replacing it */
  constructor(allowOverriding = false) {
    this.#allowOverriding = allowOverriding;
  }

  /** @throws {BeanDefinitionOverrideException} if the name is taken and overriding is disabled */
  register(definition: BeanDefinition): void {
    const existing = this.#byName.get(definition.name);
    if (existing) {
      if (!this.#allowOverriding) throw new BeanDefinitionOverrideException(definition, existing);
      this.#remove(existing);
    }
    this.#byName.set(definition.name, definition);
    for (const type of definition.types) append(this.#byType, type, definition);
    for (const type of definition.elementTypes) append(this.#byElementType, type, definition);
  }

  /** All definitions, in the order of registration. */
  get definitions(): readonly BeanDefinition[] {
    return [...this.#byName.values()];
  }

  get(name: string): BeanDefinition | undefined {
    return this.#byName.get(name);
  }

  /** The beans of `type`, injectable or not, in the order of registration. */
  ofType(type: AbstractClassType): readonly BeanDefinition[] {
    return this.#byType.get(type) ?? [];
  }

  /** The beans that may be injected as `type` without naming them. */
  defaultCandidates(type: AbstractClassType): readonly BeanDefinition[] {
    return this.ofType(type).filter(isDefaultCandidate);
  }

  /**
   * Every bean that contributes to the list of all `type`: the beans of the type and the lists of it.
   *
   * @param qualifier only the beans of that name or qualifier
   */
  contributors(type: AbstractClassType, qualifier?: string): readonly BeanDefinition[] {
    const fits = qualifier === undefined ? isDefaultCandidate : isNamed(qualifier);
    const lists = this.#byElementType.get(type) ?? [];
    if (lists.length === 0) return this.ofType(type).filter(fits);
    const all = new Set([...this.ofType(type), ...lists].filter(fits));
    return [...this.#byName.values()].filter((definition) => all.has(definition));
  }

  /**
   * Chooses the bean that is injected as a single `type`: the only one; else the only `@Primary` one; else the only one
   * that is no `@Fallback`.
   *
   * @param qualifier only the beans of that name or qualifier
   * @param except a bean that asks for its own type: it counts only if there is no other
   */
  select(type: AbstractClassType, qualifier?: string, except?: BeanDefinition): BeanSelection {
    let candidates = this.ofType(type).filter(qualifier === undefined ? isDefaultCandidate : isNamed(qualifier));
    if (except && candidates.length > 1) candidates = candidates.filter((candidate) => candidate !== except);
    const definition =
      candidates.length === 1
        ? candidates[0]
        : candidates.some(({ primary }) => primary)
          ? onlyOne(candidates.filter(({ primary }) => primary))
          : onlyOne(candidates.filter(({ fallback }) => !fallback));
    return definition ? { definition, candidates } : { candidates };
  }

  #remove(definition: BeanDefinition): void {
    this.#byName.delete(definition.name);
    for (const index of [this.#byType, this.#byElementType]) {
      for (const [type, list] of index) {
        index.set(
          type,
          list.filter((other) => other !== definition),
        );
      }
    }
  }
}

function isDefaultCandidate(definition: BeanDefinition): boolean {
  return definition.autowireCandidate && definition.defaultCandidate;
}

function isNamed(qualifier: string): (definition: BeanDefinition) => boolean {
  return ({ name, qualifier: own, autowireCandidate }) =>
    autowireCandidate && (name === qualifier || own === qualifier);
}

function onlyOne(definitions: readonly BeanDefinition[]): BeanDefinition | undefined {
  return definitions.length === 1 ? definitions[0] : undefined;
}

function append<K>(index: Map<K, BeanDefinition[]>, key: K, definition: BeanDefinition): void {
  const list = index.get(key);
  if (list) list.push(definition);
  else index.set(key, [definition]);
}
