import { DecoratorMetadata } from '@toolwright/core';
import { InjectedParameter } from '@toolwright/tools';
import { exchangeOf } from '../server/exchangeOf.js';

/** @internal Whether a method takes the request as a whole. */
export const mcpRequestMethods = new DecoratorMetadata<true>('mcp-request');

/**
 * Marks the parameter that gets the params of the request as they came, such as name and arguments of a tool call. A
 * tool whose arguments fill no other parameter takes any arguments (MS-15).
 */
export function McpRequest(): ParameterDecorator {
  const inject = InjectedParameter((context) => exchangeOf(context).request);
  return (target, propertyKey, parameterIndex) => {
    inject(target, propertyKey, parameterIndex);
    if (propertyKey !== undefined) mcpRequestMethods.set(target, true, propertyKey);
  };
}
