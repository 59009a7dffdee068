// Without its replacements of Map and WeakMap, which every supported version of Node has.
import 'reflect-metadata/lite';

/**
 * Values that decorators record on a class or on one of its members.
 *
 * A key belongs to one decorator. Values are frozen, because they describe the source and never change. `own` sees what
 * was recorded on that very class; `inherited` also walks up the prototype chain, most derived first. Decorators only
 * record: meaning is read once, at registration.
 */
export class DecoratorMetadata<T> {
  readonly #key: symbol;

  /** @param name unique per decorator, kept as `Symbol.for('@toolwright/<name>')` so two package copies agree */
  constructor(name: string) {
    this.#key = Symbol.for(`@toolwright/${name}`);
  }

  /** Records `value` for `target`, a class (or prototype), and the member `property`; a later value replaces it. */
  set(target: object, value: T, property?: string | symbol): void {
    const frozen = typeof value === 'object' && value !== null ? Object.freeze(value) : value;
    if (property === undefined) Reflect.defineMetadata(this.#key, frozen, target);
    else Reflect.defineMetadata(this.#key, frozen, target, property);
  }

  /** The value recorded on exactly this target and member. */
  own(target: object, property?: string | symbol): T | undefined {
    const value: unknown =
      property === undefined
        ? Reflect.getOwnMetadata(this.#key, target)
        : Reflect.getOwnMetadata(this.#key, target, property);
    return value as T | undefined;
  }

  /** The value recorded on this target or the nearest ancestor that has one. */
  inherited(target: object, property?: string | symbol): T | undefined {
    const value: unknown =
      property === undefined
        ? Reflect.getMetadata(this.#key, target)
        : Reflect.getMetadata(this.#key, target, property);
    return value as T | undefined;
  }
}
