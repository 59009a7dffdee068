import type { AbstractClassType } from '@toolwright/core';
import { AUTO_CONFIGURATION, autoConfigurationName } from './AutoConfiguration.js';
import { AutoConfigurationCycleException } from './AutoConfigurationCycleException.js';

/**
 * Sorts auto-configurations by name, then by `order`, then so that every `before` and `after` holds. The result does
 * not depend on the order of the input; a class that is listed twice is returned once.
 *
 * Relations pass through classes that are not listed, and names that belong to no known class are ignored.
 *
 * @throws {AutoConfigurationCycleException} if relations contradict each other
 */
export function sortAutoConfigurations(listed: readonly AbstractClassType[]): readonly AbstractClassType[] {
  const graph = new AutoConfigurationGraph(listed);
  const sorted = new Set<AbstractClassType>();
  for (const type of graph.byNameAndOrder) graph.visit(type, sorted, []);
  const wanted = new Set(listed);
  return [...sorted].filter((type) => wanted.has(type));
}

class AutoConfigurationGraph {
  /** The listed classes, sorted, followed by those that only relations reach. */
  readonly byNameAndOrder: readonly AbstractClassType[];
  readonly #byName = new Map<string, AbstractClassType>();
  readonly #after = new Map<AbstractClassType, Set<AbstractClassType>>();

  constructor(listed: readonly AbstractClassType[]) {
    const all = new Set<AbstractClassType>();
    const reach = (type: AbstractClassType): void => {
      if (all.has(type)) return;
      all.add(type);
      this.#byName.set(autoConfigurationName(type), type);
      const { before = [], after = [] } = AUTO_CONFIGURATION.own(type) ?? {};
      for (const other of [...before, ...after]) if (typeof other !== 'string') reach(other);
    };
    for (const type of listed) reach(type);
    const isListed = new Set(listed);
    this.byNameAndOrder = [...all].sort(
      (a, b) =>
        Number(isListed.has(b)) - Number(isListed.has(a)) ||
        orderOf(a) - orderOf(b) ||
        compare(autoConfigurationName(a), autoConfigurationName(b)),
    );
    for (const type of all) {
      const { before = [], after = [] } = AUTO_CONFIGURATION.own(type) ?? {};
      for (const other of this.#known(after)) this.#relate(type, other);
      for (const other of this.#known(before)) this.#relate(other, type);
    }
  }

  /** Adds to `sorted` what `type` has to stand after, then `type`. */
  visit(type: AbstractClassType, sorted: Set<AbstractClassType>, path: readonly AbstractClassType[]): void {
    if (sorted.has(type)) return;
    const start = path.indexOf(type);
    if (start >= 0) throw new AutoConfigurationCycleException(path.slice(start).map(autoConfigurationName));
    const after = this.#after.get(type) ?? new Set();
    for (const other of this.byNameAndOrder) if (after.has(other)) this.visit(other, sorted, [...path, type]);
    sorted.add(type);
  }

  #known(references: readonly (AbstractClassType | string)[]): readonly AbstractClassType[] {
    return references.flatMap((other) => (typeof other === 'string' ? (this.#byName.get(other) ?? []) : other));
  }

  #relate(type: AbstractClassType, other: AbstractClassType): void {
    const after = this.#after.get(type) ?? new Set();
    this.#after.set(type, after.add(other));
  }
}

function orderOf(type: AbstractClassType): number {
  return AUTO_CONFIGURATION.own(type)?.order ?? 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
