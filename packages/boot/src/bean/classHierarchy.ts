import type { AbstractClassType } from '@toolwright/core';

/** `type` and every class above it, most derived first, without `Object`, which would fit everything. @internal */
export function classHierarchy(type: AbstractClassType): readonly AbstractClassType[] {
  const types: AbstractClassType[] = [];
  let current: unknown = type;
  while (typeof current === 'function' && current !== Function.prototype && current !== Object) {
    types.push(current as AbstractClassType);
    current = Reflect.getPrototypeOf(current);
  }
  return types;
}
