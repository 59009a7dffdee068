import { LoggerFactory, requireNonNullElements, requireText } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { ToolCallbackResolver } from './ToolCallbackResolver.js';

const logger = LoggerFactory.getLogger('toolwright.tools.resolution');

/** Finds tools in a fixed list. Of two with one name the last is used, and a warning names both (TR-03). */
export class StaticToolCallbackResolver extends ToolCallbackResolver {
  readonly #toolCallbacks = new Map<string, ToolCallback>();

  /** @throws {IllegalArgumentException} `toolCallbacks cannot be null`, `toolCallbacks cannot contain null elements` */
  constructor(toolCallbacks: readonly ToolCallback[]) {
    super();
    for (const callback of requireNonNullElements(
      toolCallbacks,
      'toolCallbacks cannot be null',
      'toolCallbacks cannot contain null elements',
    )) {
      const { name } = callback.definition;
      const previous = this.#toolCallbacks.get(name);
      if (previous) {
        logger.warn(
          `Two tools are named '${name}': ${describe(callback)} replaces ${describe(previous)}. Rename one of them.`,
        );
      }
      this.#toolCallbacks.set(name, callback);
    }
  }

  override resolve(toolName: string): ToolCallback | null {
    return this.#toolCallbacks.get(requireText(toolName, 'toolName cannot be null or empty')) ?? null;
  }
}

function describe(callback: ToolCallback): string {
  return `${callback.constructor.name} ("${callback.definition.description}")`;
}
