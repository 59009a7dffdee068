import { type PropertyName, uniformElement } from './PropertyName.js';
import { type PropertyDescendant, type PropertyEntry, PropertySource } from './PropertySource.js';

/**
 * A source whose keys were written one by one. Of two values for one name the later wins (BF-08), but a name without
 * Spring's prefix wins over one with it.
 */
export class ListedPropertySource extends PropertySource {
  override readonly exactNames = true;
  override readonly entries: readonly PropertyEntry[];
  readonly #byName = new Map<string, PropertyEntry>();
  readonly #uniformParts: readonly (readonly string[])[];

  constructor(
    override readonly name: string,
    entries: readonly PropertyEntry[],
  ) {
    super();
    this.entries = entries;
    for (const entry of entries) {
      const earlier = this.#byName.get(entry.name.uniform);
      if (earlier && !earlier.name.aliased && entry.name.aliased) continue;
      this.#byName.set(entry.name.uniform, entry);
    }
    this.#uniformParts = entries.map((entry) => entry.name.elements.map(uniformElement));
  }

  override find(name: PropertyName): PropertyEntry | undefined {
    return this.#byName.get(name.uniform);
  }

  override descendants(name: PropertyName): readonly PropertyDescendant[] {
    const wanted = name.elements.map(uniformElement);
    const found: PropertyDescendant[] = [];
    this.entries.forEach((entry, index) => {
      const parts = this.#uniformParts[index] ?? [];
      if (entry.name.aliased && this.#byName.get(entry.name.uniform)?.name.aliased === false) return;
      if (parts.length > wanted.length && wanted.every((part, position) => parts[position] === part)) {
        found.push({ entry, rest: entry.name.elements.slice(wanted.length) });
      }
    });
    return found;
  }
}
