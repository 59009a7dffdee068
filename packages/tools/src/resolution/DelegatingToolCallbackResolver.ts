import { requireNonNullElements, requireText } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { ToolCallbackResolver } from './ToolCallbackResolver.js';

/** Asks other resolvers in order, until one knows the tool; the rest is not asked. */
export class DelegatingToolCallbackResolver extends ToolCallbackResolver {
  readonly #resolvers: readonly ToolCallbackResolver[];

  /**
   * @throws {IllegalArgumentException} `toolCallbackResolvers cannot be null`,
   *   `toolCallbackResolvers cannot contain null elements`
   */
  constructor(toolCallbackResolvers: readonly ToolCallbackResolver[]) {
    super();
    const checked = requireNonNullElements(
      toolCallbackResolvers,
      'toolCallbackResolvers cannot be null',
      'toolCallbackResolvers cannot contain null elements',
    );
    this.#resolvers = [...checked];
  }

  override async resolve(toolName: string): Promise<ToolCallback | null> {
    requireText(toolName, 'toolName cannot be null or empty');
    for (const resolver of this.#resolvers) {
      const callback = await resolver.resolve(toolName);
      if (callback) return callback;
    }
    return null;
  }
}
