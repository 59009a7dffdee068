import { requireNonNull } from '@toolwright/core';

/** A method before any object is involved: whose it is, and its key. Replaces Java's `Method`. */
export interface MethodHandle {
  /** The prototype for an instance method, the constructor for a static one. */
  readonly owner: object;
  readonly key: string;
}

/**
 * The handle of a method.
 *
 * @param type the class; an instance method is looked for first, then a static one
 * @throws {IllegalArgumentException} if the class has no such method
 */
export function methodHandle(type: abstract new (...args: never[]) => unknown, key: string): MethodHandle {
  const prototype = type.prototype as object;
  const owner = [prototype, type].find((candidate) => methodFunction({ owner: candidate, key }) !== undefined);
  return { owner: requireNonNull(owner, `${type.name} has no method '${key}'`), key };
}

/** @internal The function behind a handle, read without running accessors. */
export function methodFunction(method: MethodHandle): ((...args: never[]) => unknown) | undefined {
  for (let target: object | null = method.owner; target; target = Object.getPrototypeOf(target) as object | null) {
    const descriptor = Object.getOwnPropertyDescriptor(target, method.key);
    if (descriptor) {
      return typeof descriptor.value === 'function' ? (descriptor.value as (...args: never[]) => unknown) : undefined;
    }
  }
  return undefined;
}

/** @internal Whether the method is called on the class itself. */
export function isStatic(method: MethodHandle): boolean {
  return typeof method.owner === 'function';
}

/** @internal `Class.method`, for messages. */
export function methodLabel(method: MethodHandle): string {
  return `${ownerName(method.owner)}.${method.key}`;
}

function ownerName(owner: object): string {
  if (typeof owner === 'function') return owner.name;
  const type: unknown = owner.constructor;
  return typeof type === 'function' ? type.name : 'Object';
}
