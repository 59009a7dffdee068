import { LoggerFactory } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import { manifestMethod } from '../manifest/registeredManifests.js';
import { designReturnType } from '../schema/designMetadata.js';
import { type MethodHandle, methodFunction, methodLabel } from './MethodHandle.js';

const logger = LoggerFactory.getLogger('toolwright.tools.definition');

/** The decorated methods of an object or class. */
export interface ToolMethods {
  /** Methods to be called on an instance; empty if a class was given. */
  readonly instance: readonly MethodHandle[];
  readonly static: readonly MethodHandle[];
  /** Whether a class was given although it has methods that need an instance (TCB-06). */
  readonly needsInstance: boolean;
  /** The name of the class, for messages. */
  readonly className: string;
}

/**
 * Finds the `@Tool` methods of an object and of its class, inherited ones included, most derived first and in the order
 * of the source. Of an overridden method only the most derived counts. A proxy's methods are those of its target.
 */
export function findToolMethods(toolObject: object): ToolMethods {
  const isClass = typeof toolObject === 'function';
  const prototypes = isClass
    ? classPrototypes((toolObject as { prototype?: object }).prototype)
    : classPrototypes(Object.getPrototypeOf(toolObject) as object | null);
  const instance = decoratedMethods(prototypes);
  const type = isClass ? toolObject : prototypes[0]?.constructor;
  return {
    instance: isClass ? [] : instance,
    static: type ? decoratedMethods(classesOf(type)) : [],
    needsInstance: isClass && instance.length > 0,
    className: type ? type.name || 'an anonymous class' : 'Object',
  };
}

/** The prototypes that belong to classes; objects in between, which wrap an instance, have no declarations. */
function classPrototypes(start: object | null | undefined): readonly object[] {
  const chain: object[] = [];
  for (
    let target = start;
    target && target !== Object.prototype;
    target = Object.getPrototypeOf(target) as object | null
  ) {
    if (Object.hasOwn(target, 'constructor')) chain.push(target);
  }
  return chain;
}

function classesOf(type: object): readonly object[] {
  const chain: object[] = [];
  for (let target: object | null = type; target && target !== Function.prototype; ) {
    chain.push(target);
    target = Object.getPrototypeOf(target) as object | null;
  }
  return chain;
}

function decoratedMethods(owners: readonly object[]): readonly MethodHandle[] {
  const methods: MethodHandle[] = [];
  const seen = new Set<string>();
  for (const owner of owners) {
    for (const key of Object.getOwnPropertyNames(owner)) {
      const method = { owner, key };
      if (seen.has(key) || !methodFunction(method)) continue;
      seen.add(key);
      if (toolOptions.inherited(owner, key) && !isFunctional(method)) methods.push(method);
    }
  }
  return methods;
}

/** A method that declares to return a function cannot be a tool (MT-03). */
function isFunctional(method: MethodHandle): boolean {
  const isFunction =
    designReturnType(method.owner, method.key) === Function ||
    manifestMethod(method.owner, method.key)?.returns === 'function';
  if (!isFunction) return false;
  logger.warn(
    `Method ${methodLabel(method)} is annotated with @Tool but returns a function, which is not supported; it is ignored.`,
  );
  return true;
}
