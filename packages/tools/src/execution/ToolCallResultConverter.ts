import type { MaybePromise } from '@toolwright/core';

/** Turns what a tool returned into the text that the model is given. */
export abstract class ToolCallResultConverter {
  /**
   * @param result the awaited return value
   * @param returnType what is known of the declared return type: `'void'`, a class, or undefined
   */
  abstract convert(result: unknown, returnType?: unknown): MaybePromise<string>;
}
