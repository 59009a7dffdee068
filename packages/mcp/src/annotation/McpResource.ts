import { type ClassType, DecoratorMetadata } from '@toolwright/core';
import { Tool } from '@toolwright/tools';
import type * as McpSchema from '../sdk/McpSchema.js';
import type { McpMetaProvider } from './McpMetaProvider.js';

/** What a method says about itself as a resource of a server. */
export interface McpResourceOptions {
  /** The address, or with `{variables}` a template. */
  readonly uri: string;
  /** Default: the name of the method. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Default `text/plain`. */
  readonly mimeType?: string;
  readonly annotations?: NonNullable<McpSchema.Resource['annotations']>;
  readonly metaProvider?: ClassType<McpMetaProvider>;
}

/** @internal What {@link McpResource} recorded. */
export const mcpResourceOptions = new DecoratorMetadata<McpResourceOptions>('mcp-resource');

/** Offers what a method returns as a resource of an MCP server. */
export function McpResource(options: McpResourceOptions): MethodDecorator {
  return (target, propertyKey, descriptor) => {
    mcpResourceOptions.set(target, { ...options }, propertyKey);
    Tool({ name: String(propertyKey), description: String(propertyKey) })(target, propertyKey, descriptor);
  };
}
