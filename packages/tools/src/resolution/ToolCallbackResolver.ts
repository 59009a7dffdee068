import type { MaybePromise } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';

/** Finds tools that a request did not attach; asked only when the resolution fallback is switched on. */
export abstract class ToolCallbackResolver {
  /**
   * @returns the tool, or null if this resolver does not know it
   * @throws {IllegalArgumentException} `toolName cannot be null or empty`
   */
  abstract resolve(toolName: string): MaybePromise<ToolCallback | null>;
}
