import { DecoratorMetadata, requireArgument } from '@toolwright/core';
import { Tool } from '@toolwright/tools';

/** What a method completes: an argument of a prompt or a variable of a template. Exactly one of the two. */
export interface McpCompleteOptions {
  /** The name of the prompt. */
  readonly prompt?: string;
  /** The template as it is declared. */
  readonly uri?: string;
}

/** @internal What {@link McpComplete} recorded. */
export const mcpCompleteOptions = new DecoratorMetadata<McpCompleteOptions>('mcp-complete');

/**
 * Lets a method suggest values while a user types.
 *
 * @throws {IllegalArgumentException} `Either prompt or uri must be provided in McpComplete annotation`,
 *   `Only one of prompt or uri can be provided in McpComplete annotation`
 */
export function McpComplete(options: McpCompleteOptions): MethodDecorator {
  const { prompt, uri } = options;
  requireArgument(
    prompt !== undefined || uri !== undefined,
    'Either prompt or uri must be provided in McpComplete annotation',
  );
  requireArgument(
    prompt === undefined || uri === undefined,
    'Only one of prompt or uri can be provided in McpComplete annotation',
  );
  return (target, propertyKey, descriptor) => {
    mcpCompleteOptions.set(target, { ...options }, propertyKey);
    Tool({ name: String(propertyKey), description: String(propertyKey) })(target, propertyKey, descriptor);
  };
}
