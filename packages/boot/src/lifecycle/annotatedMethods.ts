import type { DecoratorMetadata } from '@toolwright/core';

/** Classes are looked at once: an application has hundreds of beans, but few types of them. */
const known = new WeakMap<DecoratorMetadata<readonly string[]>, WeakMap<object, readonly string[]>>();

/** The recorded method names of an object's class and its ancestors, ancestors first, each once. @internal */
export function annotatedMethods(metadata: DecoratorMetadata<readonly string[]>, instance: object): readonly string[] {
  const prototype = Reflect.getPrototypeOf(instance);
  if (prototype === null) return [];
  let byPrototype = known.get(metadata);
  if (!byPrototype) known.set(metadata, (byPrototype = new WeakMap()));
  let names = byPrototype.get(prototype);
  if (!names) byPrototype.set(prototype, (names = recordedNames(metadata, prototype)));
  return names;
}

function recordedNames(metadata: DecoratorMetadata<readonly string[]>, prototype: object): readonly string[] {
  const names: string[][] = [];
  for (let type: object | null = prototype; type !== null; type = Reflect.getPrototypeOf(type)) {
    names.unshift([...(metadata.own(type) ?? [])]);
  }
  return [...new Set(names.flat())];
}
