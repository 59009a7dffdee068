// Loaded by the decorators' package, in front of every decorated class.
import type {} from 'reflect-metadata';

/** What the compiler recorded as the type of a property. */
export function designType(target: object, key: string): unknown {
  return Reflect.getMetadata('design:type', target, key);
}

/** What the compiler recorded as the types of a method's parameters; undefined if it records nothing. */
export function designParameterTypes(target: object, key: string): readonly unknown[] | undefined {
  return Reflect.getMetadata('design:paramtypes', target, key) as readonly unknown[] | undefined;
}

/** What the compiler recorded as a method's return type; undefined also stands for `void` and for an inferred type. */
export function designReturnType(target: object, key: string): unknown {
  return Reflect.getMetadata('design:returntype', target, key);
}
