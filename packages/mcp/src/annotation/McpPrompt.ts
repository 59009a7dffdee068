import { type ClassType, DecoratorMetadata } from '@toolwright/core';
import { InjectedParameter, Tool, ToolParam } from '@toolwright/tools';
import { exchangeOf } from '../server/exchangeOf.js';
import type { McpMetaProvider } from './McpMetaProvider.js';

/** What a method says about itself as a prompt of a server. */
export interface McpPromptOptions {
  /** Default: the name of the method. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly metaProvider?: ClassType<McpMetaProvider>;
}

/** What a parameter says about itself as an argument of a prompt. */
export interface McpArgOptions {
  /** Default: the name of the parameter. */
  readonly name?: string;
  readonly description?: string;
  /** Default false. */
  readonly required?: boolean;
}

/** @internal What {@link McpPrompt} recorded. */
export const mcpPromptOptions = new DecoratorMetadata<McpPromptOptions>('mcp-prompt');
const argIndices = new DecoratorMetadata<readonly number[]>('mcp-arg');

/** All arguments of a request, as a client sends them. */
const allArguments = InjectedParameter((context) => {
  const { arguments: given = {} } = exchangeOf(context).request as { readonly arguments?: Record<string, string> };
  return new Map(Object.entries(given));
});

/**
 * Offers what a method returns as a prompt of an MCP server. A parameter of the type `Map` that nothing describes gets all
 * arguments, and is none itself (MA-07).
 */
export function McpPrompt(options: McpPromptOptions = {}): MethodDecorator {
  return (target, propertyKey, descriptor) => {
    mcpPromptOptions.set(target, { ...options }, propertyKey);
    Tool({ name: String(propertyKey), description: String(propertyKey) })(target, propertyKey, descriptor);
    const described = argIndices.own(target, propertyKey) ?? [];
    const method = (target as Record<string | symbol, unknown>)[propertyKey];
    const count = typeof method === 'function' ? method.length : 0;
    const types = (Reflect.getMetadata('design:paramtypes', target, propertyKey) ?? []) as readonly unknown[];
    for (let index = 0; index < count; index += 1) {
      if (described.includes(index)) continue;
      if (types[index] === Map) allArguments(target, propertyKey, index);
      // Nobody must give what is not described (MA-07).
      else ToolParam({ required: false })(target, propertyKey, index);
    }
  };
}

/** Describes an argument of a prompt. */
export function McpArg(options: McpArgOptions = {}): ParameterDecorator {
  return (target, propertyKey, parameterIndex) => {
    ToolParam({ required: false, ...options })(target, propertyKey as string, parameterIndex);
    if (propertyKey === undefined) return;
    argIndices.set(target, [...(argIndices.own(target, propertyKey) ?? []), parameterIndex], propertyKey);
  };
}
