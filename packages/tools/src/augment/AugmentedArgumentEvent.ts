import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';

/** What the model sent beside the arguments of a tool. */
export interface AugmentedArgumentEvent<T> {
  /** The definition as the model saw it, with the added arguments. */
  readonly toolDefinition: ToolDefinition;
  /** The whole text that the model sent. */
  readonly rawInput: string;
  /** The added arguments, converted to their class. */
  readonly arguments: T;
}

/** Told about the added arguments of a call before the tool runs; a promise is awaited. */
export type AugmentedArgumentConsumer<T> = (event: AugmentedArgumentEvent<T>) => MaybePromise<void>;
