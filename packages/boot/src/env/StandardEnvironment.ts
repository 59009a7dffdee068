import { Environment, type PropertyExplanation } from './Environment.js';
import { isSecretKey, MASK } from './isSecretKey.js';
import type { Origin } from './Origin.js';
import { PlaceholderResolver, type RawValue } from './PlaceholderResolver.js';
import { PropertyName } from './PropertyName.js';
import type { PropertyEntry, PropertySource } from './PropertySource.js';
import { randomValue } from './randomValue.js';

/** An environment over sources that do not change. */
export class StandardEnvironment extends Environment {
  readonly #resolver = new PlaceholderResolver((key) => this.#rawValue(key));
  readonly #names = new Map<string, PropertyName>();

  /** @param propertySources highest precedence first */
  constructor(
    override readonly propertySources: readonly PropertySource[],
    override readonly activeProfiles: readonly string[] = [],
    override readonly nonOptionArguments: readonly string[] = [],
  ) {
    super();
  }

  override getProperty(key: string): string | undefined {
    const raw = this.#rawValue(key);
    return raw && this.#resolver.resolve(raw.value, { key, origin: raw.origin }).text;
  }

  override containsProperty(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  override getOrigin(key: string): Origin | undefined {
    return this.#find(key)?.origin;
  }

  override explain(key: string): PropertyExplanation {
    const name = this.#nameOf(key);
    const [effective, ...shadowed] = this.propertySources.flatMap((source) => source.find(name) ?? []);
    const secret = isSecretKey(name.toString());
    const resolved = effective && this.#resolver.resolve(effective.value, { key, origin: effective.origin });
    return {
      key: name.toString(),
      value: resolved && (secret || resolved.secret ? MASK : resolved.text),
      origin: effective?.origin,
      shadowed: shadowed.map(({ value, origin }) => ({ value: secret ? MASK : value, origin })),
    };
  }

  override resolvePlaceholders(text: string): string {
    return this.#resolver.resolve(text).text;
  }

  override mentionsSecret(text: string): boolean {
    return this.#resolver.resolve(text).secret;
  }

  #rawValue(key: string): RawValue | undefined {
    const entry = this.#find(key);
    if (entry || !key.startsWith('random.')) return entry;
    const value = randomValue(key);
    return value === undefined ? undefined : { value, origin: undefined };
  }

  #find(key: string): PropertyEntry | undefined {
    const name = this.#nameOf(key);
    for (const source of this.propertySources) {
      const entry = source.find(name);
      if (entry) return entry;
    }
    return undefined;
  }

  #nameOf(key: string): PropertyName {
    let name = this.#names.get(key);
    if (!name) {
      name = PropertyName.of(key);
      this.#names.set(key, name);
    }
    return name;
  }
}
