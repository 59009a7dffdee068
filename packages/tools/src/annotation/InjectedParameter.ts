import { DecoratorMetadata } from '@toolwright/core';
import type { ToolContext } from '../context/ToolContext.js';

/** Makes the value of a parameter from the context of a call. */
export type ParameterInjector = (context: ToolContext) => unknown;

/** A class with a static method under this key is injected wherever it is the type of a parameter. */
export const INJECT_PARAMETER: unique symbol = Symbol.for('@toolwright/inject-parameter') as never;

const injectors = new DecoratorMetadata<Readonly<Record<number, ParameterInjector>>>('injected-parameter');

/**
 * Marks a parameter whose value comes from the context of the call. It is not part of the schema. For packages that
 * define decorators of their own.
 */
export function InjectedParameter(inject: ParameterInjector): ParameterDecorator {
  return (target, propertyKey, parameterIndex) => {
    if (propertyKey === undefined) throw new TypeError('A constructor parameter cannot be injected by a tool call');
    injectors.set(target, { ...injectors.own(target, propertyKey), [parameterIndex]: inject }, propertyKey);
  };
}

/** The injectors of a method's parameters, by index: marked ones, and those whose type is an injectable class. */
export function parameterInjector(
  owner: object,
  key: string,
  index: number,
  designType: unknown,
): ParameterInjector | undefined {
  const marked = injectors.inherited(owner, key)?.[index];
  if (marked || typeof designType !== 'function') return marked;
  return (designType as { [INJECT_PARAMETER]?: ParameterInjector })[INJECT_PARAMETER];
}
