import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';

/** A tool call that starts. Arguments are content: they do not belong in a log. */
export interface ToolCallStartEvent {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON text, as the model wrote it; `{}` if it wrote none (TM-06). */
  readonly arguments: string;
  readonly toolDefinition: ToolDefinition;
  readonly toolMetadata: ToolMetadata;
}

/** A tool call that has ended, either way. */
export interface ToolCallEndEvent extends ToolCallStartEvent {
  /** Milliseconds since the start. */
  readonly duration: number;
  /** How often the tool was started; above 1 only for tools with a retry, 0 only for a result from the cache. */
  readonly attempts: number;
}

/** A tool call that has its result. */
export interface ToolCallSuccessEvent extends ToolCallEndEvent {
  /** Whether the tool did not run, because an equal call had its result (RT-06); then `attempts` is 0. */
  readonly cached: boolean;
  /** The whole text, also where the model is given less of it (TX-12). */
  readonly result: string;
}

/** A tool call that has failed, was timed out or was aborted. */
export interface ToolCallErrorEvent extends ToolCallEndEvent {
  /** Usually a `ToolExecutionException`; after an abort its reason. */
  readonly error: unknown;
}

/**
 * Told about every tool that is run, in calls and in streams: one start, then exactly one end. Calls that a limit, an
 * unknown name or a refusal keeps from running have no events. Nobody waits for a listener; what it
 * throws is logged and changes nothing.
 */
export abstract class ToolCallListener {
  onStart(_event: ToolCallStartEvent): MaybePromise<void> {}

  onSuccess(_event: ToolCallSuccessEvent): MaybePromise<void> {}

  onError(_event: ToolCallErrorEvent): MaybePromise<void> {}
}
