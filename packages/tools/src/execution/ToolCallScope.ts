import type { Prompt, ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';
import type { ToolCallObservations } from '../observation/ToolCallObservations.js';
import type { AttachedTools } from '../resolution/attachedTools.js';
import type { ToolCallingManagerSettings } from './ToolCallingManagerSettings.js';
import type { ToolCallOutcomes } from './ToolCallOutcomes.js';
import type { ToolExecutionOptions } from './ToolExecutionOptions.js';

/** What all calls of one batch share. */
export interface ToolCallScope {
  readonly settings: ToolCallingManagerSettings;
  readonly observations: ToolCallObservations;
  readonly prompt: Prompt;
  readonly options: ToolExecutionOptions;
  readonly attached: AttachedTools;
  readonly context: ToolContext;
  readonly outcomes: ToolCallOutcomes;
}

/** A call that was found to be allowed, and its tool. */
export interface PlannedCall {
  /** Its place among the calls of the batch. */
  readonly index: number;
  readonly call: ToolCall;
  readonly callback: ToolCallback;
  /** That of the tool, which is asked for it once per call. */
  readonly metadata: ToolMetadata;
  /** Milliseconds, null for no bound. */
  readonly timeout: number | null;
}
