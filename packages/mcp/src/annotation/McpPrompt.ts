import { type ClassType, DecoratorMetadata } from '@toolwright/core';
import { Tool, ToolParam } from '@toolwright/tools';
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

/** Offers what a method returns as a prompt of an MCP server. */
export function McpPrompt(options: McpPromptOptions = {}): MethodDecorator {
  return (target, propertyKey, descriptor) => {
    mcpPromptOptions.set(target, { ...options }, propertyKey);
    Tool({ name: String(propertyKey), description: String(propertyKey) })(target, propertyKey, descriptor);
    const described = argIndices.own(target, propertyKey) ?? [];
    const method = (target as Record<string | symbol, unknown>)[propertyKey];
    const count = typeof method === 'function' ? method.length : 0;
    for (let index = 0; index < count; index += 1) {
      // Nobody must give what is not described (MA-07).
      if (!described.includes(index)) ToolParam({ required: false })(target, propertyKey, index);
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
