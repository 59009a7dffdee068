import { type AbstractClassType, requireState } from '@toolwright/core';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import { typeName } from '../bean/typeName.js';

/** Which beans a condition looks for. */
export interface BeanSearch {
  readonly value?: AbstractClassType | readonly AbstractClassType[];
  readonly name?: string | readonly string[];
}

/** What a {@link BeanSearch} found, type by type and name by name. @internal */
export interface BeanSearchResult {
  /** `(types: A, B; names: x)`, for the report. */
  readonly description: string;
  readonly foundByType: ReadonlyMap<AbstractClassType, readonly string[]>;
  readonly missingTypes: readonly AbstractClassType[];
  readonly foundNames: readonly string[];
  readonly missingNames: readonly string[];
}

/** Types and names of all searches of one condition. @internal */
export class BeanSearchTerms {
  readonly #types: readonly AbstractClassType[];
  readonly #names: readonly string[];

  constructor(search: readonly (AbstractClassType | BeanSearch)[]) {
    const searches = search.map((entry) => (typeof entry === 'function' ? { value: entry } : entry));
    this.#types = searches.flatMap(({ value = [] }: BeanSearch) => (typeof value === 'function' ? [value] : value));
    this.#names = searches.flatMap(({ name }: BeanSearch) => [name ?? []].flat());
  }

  /** @param deduced the type to look for if neither a type nor a name was given */
  find(registry: BeanDefinitionRegistry, annotation: string, deduced: AbstractClassType | undefined): BeanSearchResult {
    const types = this.#types.length === 0 && this.#names.length === 0 && deduced ? [deduced] : this.#types;
    requireState(
      types.length > 0 || this.#names.length > 0,
      `${annotation} did not specify a bean using type or name, and the return type tells none`,
    );
    const foundByType = new Map<AbstractClassType, readonly string[]>();
    for (const type of types) {
      const names = registry.defaultCandidates(type).map(({ name }) => name);
      if (names.length > 0) foundByType.set(type, names);
    }
    return {
      description: `${annotation} (${[
        ...(types.length > 0 ? [`types: ${types.map(typeName).join(', ')}`] : []),
        ...(this.#names.length > 0 ? [`names: ${this.#names.join(', ')}`] : []),
      ].join('; ')})`,
      foundByType,
      missingTypes: types.filter((type) => !foundByType.has(type)),
      foundNames: this.#names.filter((name) => registry.get(name) !== undefined),
      missingNames: this.#names.filter((name) => registry.get(name) === undefined),
    };
  }
}
