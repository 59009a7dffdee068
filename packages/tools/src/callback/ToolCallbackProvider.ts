import { type MaybePromise, requireNonNull, requireNonNullElements } from '@toolwright/core';
import type { ToolCallback } from './ToolCallback.js';

/** A source of tools that is asked when a request is built, not before. */
export abstract class ToolCallbackProvider {
  /** Whether asking for the tools talks to another process; such a provider is never asked at start (BX-04). */
  get remote(): boolean {
    return false;
  }

  /** The tools of the moment; asked once per request. */
  abstract toolCallbacks(): MaybePromise<readonly ToolCallback[]>;

  /**
   * A provider of exactly these tools.
   *
   * @throws {IllegalArgumentException} `ToolCallbacks must not be null`, `toolCallbacks cannot contain null elements`
   */
  static from(...callbacks: readonly (ToolCallback | readonly ToolCallback[])[]): ToolCallbackProvider {
    const list =
      callbacks.length === 1 && (callbacks[0] === null || Array.isArray(callbacks[0])) ? callbacks[0] : callbacks;
    return new StaticToolCallbackProvider(
      requireNonNull(list, 'ToolCallbacks must not be null') as readonly ToolCallback[],
    );
  }
}

/** Hands out a fixed list. */
export class StaticToolCallbackProvider extends ToolCallbackProvider {
  readonly #toolCallbacks: readonly ToolCallback[];

  constructor(toolCallbacks: readonly ToolCallback[]) {
    super();
    const checked = requireNonNullElements(
      toolCallbacks,
      'ToolCallbacks must not be null',
      'toolCallbacks cannot contain null elements',
    );
    this.#toolCallbacks = Object.freeze([...checked]);
  }

  override toolCallbacks(): readonly ToolCallback[] {
    return this.#toolCallbacks;
  }
}
