import { ToolwrightException } from '@toolwright/core';
import type { ToolResponseError } from '@toolwright/model';
import type { ToolDefinition } from '../definition/ToolDefinition.js';

/** Details of a {@link ToolExecutionException}. */
export interface ToolExecutionExceptionOptions {
  /** The step that failed; default `execute`. */
  readonly phase?: ToolResponseError['phase'];
  /** The message; default: the cause's. */
  readonly message?: string;
}

/** A tool call that failed. The exception processor decides whether the model is told or the turn ends. */
export class ToolExecutionException extends ToolwrightException {
  override readonly code: string = 'TOOL_EXECUTION';
  readonly phase: ToolResponseError['phase'];

  /** @param cause what was thrown; anything can be (EX-10) */
  constructor(
    readonly toolDefinition: ToolDefinition,
    cause: unknown,
    options: ToolExecutionExceptionOptions = {},
  ) {
    super(options.message ?? (cause instanceof Error ? cause.message : describe(cause)), { cause });
    this.phase = options.phase ?? 'execute';
  }
}

/** A thrown string is its own message; any other value has none. */
function describe(cause: unknown): string {
  return typeof cause === 'string' ? cause : '';
}
