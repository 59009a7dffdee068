import { MethodToolCallbackProvider } from '../method/MethodToolCallbackProvider.js';
import type { ToolCallback } from './ToolCallback.js';

/** Makes tools from annotated objects. */
export class ToolCallbacks {
  /**
   * The `@Tool` methods of instances, or the static ones of classes: in the order of the arguments, then of the source.
   *
   * @throws {IllegalArgumentException} if an object has no `@Tool` method, or if two tools have one name
   * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39)
   */
  static from(...toolObjects: readonly object[]): readonly ToolCallback[] {
    return MethodToolCallbackProvider.builder()
      .toolObjects(...toolObjects)
      .build()
      .toolCallbacks();
  }
}
