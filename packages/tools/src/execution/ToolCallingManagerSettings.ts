import type { ObservationRegistry } from '@toolwright/core';
import type { ToolApprovalHandler } from '../approval/ToolApprovalHandler.js';
import type { ToolResultCache } from '../cache/ToolResultCache.js';
import type { ToolCallDefaults } from '../context/ToolCallDefaults.js';
import type { ToolLimitSettings } from '../limits/ToolLimitsBuilder.js';
import type { ToolCallingObservationConvention } from '../observation/ToolCallingObservationConvention.js';
import type { ToolCallbackResolver } from '../resolution/ToolCallbackResolver.js';
import type { ToolCallListener } from '../listener/ToolCallListener.js';
import type { ToolResultOffload } from '../results/ToolResultOffload.js';
import type { ToolErrorFormatter } from './ToolErrorFormatter.js';
import type { ToolExecutionExceptionProcessor } from './ToolExecutionExceptionProcessor.js';

/** What a call of a tool that nobody knows means: an answer to the model, or the end of the turn. */
export type UnknownToolBehavior = 'answer' | 'throw';

/** How a manager works; complete and frozen once the manager exists. */
export interface ToolCallingManagerSettings extends ToolLimitSettings {
  /** Who is told about tool calls. */
  readonly observationRegistry: ObservationRegistry;
  readonly observationConvention: ToolCallingObservationConvention;
  readonly toolCallbackResolver: ToolCallbackResolver;
  readonly toolExecutionExceptionProcessor: ToolExecutionExceptionProcessor;
  readonly resolutionFallbackEnabled: boolean;
  /** Calls of one batch that run at the same time, at least 1. */
  readonly executionConcurrency: number;
  /** Milliseconds that a call may take, null for no bound. */
  readonly executionTimeout: number | null;
  readonly unknownToolBehavior: UnknownToolBehavior;
  /** Answers for unknown tools that a turn may receive before the manager throws. */
  readonly maxUnknownToolCalls: number;
  /** UTF-16 units of a result that the model is given, `Infinity` for no bound. */
  readonly maxResultChars: number;
  /** What is done with results that are too long for the model; null leaves them whole. */
  readonly resultOffload: ToolResultOffload | null;
  readonly toolErrorFormatter: ToolErrorFormatter;
  /** Who decides about the tools that need an approval; null declines them, or defers them. */
  readonly toolApprovalHandler: ToolApprovalHandler | null;
  /** Whether calls that nobody can decide about end the batch with a `ToolApprovalRequiredException`. */
  readonly deferApprovals: boolean;
  /** Told about every tool that is run, in this order. */
  readonly toolCallListeners: readonly ToolCallListener[];
  /** The results of tools that are declared with `cache`; null keeps none. */
  readonly resultCache: ToolResultCache | null;
  /** What tools do that do not say it themselves. */
  readonly defaults: ToolCallDefaults;
}
