import { type ClassType, DecoratorMetadata } from '@toolwright/core';
import { Tool, ToolParam, type ToolParamOptions } from '@toolwright/tools';
import type { McpMetaProvider } from './McpMetaProvider.js';

/** What a server says about the behaviour of a tool. */
export interface McpToolHints {
  readonly title?: string;
  /** Default false. */
  readonly readOnlyHint?: boolean;
  /** Default true. */
  readonly destructiveHint?: boolean;
  /** Default false. */
  readonly idempotentHint?: boolean;
  /** Default true. */
  readonly openWorldHint?: boolean;
}

/** What a method says about itself as a tool of a server. */
export interface McpToolOptions {
  /** Default: the name of the method. */
  readonly name?: string;
  /** Default: the title of the annotations, then the name. */
  readonly title?: string;
  /** Default: the name of the method (MS-10). */
  readonly description?: string;
  readonly annotations?: McpToolHints;
  /** Whether results are structured, by the class that the method returns; default false. */
  readonly generateOutputSchema?: boolean;
  /** The class that the method returns, where the compiler records a promise only. */
  readonly outputType?: ClassType<object>;
  /** The schema of the results as it is, instead of one that is made. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** The schema of the arguments as it is, instead of one that is made from the parameters. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly metaProvider?: ClassType<McpMetaProvider>;
  /** Longest run time: milliseconds, or text such as `30s` (PX-14). */
  readonly timeout?: number | string;
  /** Who may see and call the tool; default everybody (PX-10). */
  readonly roles?: readonly string[];
}

/** @internal What {@link McpTool} recorded. */
export const mcpToolOptions = new DecoratorMetadata<McpToolOptions>('mcp-tool');

/** Offers a method to the clients of an MCP server. */
export function McpTool(options: McpToolOptions = {}): MethodDecorator {
  return (target, propertyKey, descriptor) => {
    const { name = String(propertyKey), description = String(propertyKey), timeout } = options;
    mcpToolOptions.set(target, { ...options }, propertyKey);
    Tool({ name, description, ...(timeout !== undefined && { timeout }) })(target, propertyKey, descriptor);
  };
}

/** Describes a parameter of a tool of a server; unlike `@ToolParam`, it is required unless it says otherwise (MS-14). */
export function McpToolParam(options: ToolParamOptions = {}): ParameterDecorator & PropertyDecorator {
  return ToolParam({ required: true, ...options });
}
