import type { DecoratorMetadata } from '@toolwright/core';

/** The recorded method names of an object's class and its ancestors, ancestors first, each once. @internal */
export function annotatedMethods(metadata: DecoratorMetadata<readonly string[]>, instance: object): readonly string[] {
  const names: string[][] = [];
  for (let type: object | null = Reflect.getPrototypeOf(instance); type !== null; type = Reflect.getPrototypeOf(type)) {
    names.unshift([...(metadata.own(type) ?? [])]);
  }
  return [...new Set(names.flat())];
}
