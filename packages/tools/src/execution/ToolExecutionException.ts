import { hasText, ToolwrightException } from '@toolwright/core';
import type { ToolResponseError } from '@toolwright/model';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';

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
  /** When it ended the turn: the history with the results of the other calls of its batch (TX-09). Not enumerable. */
  declare readonly partialToolExecutionResult?: ToolExecutionResult;

  /** @param cause what was thrown; anything can be (EX-10) */
  constructor(
    readonly toolDefinition: ToolDefinition,
    cause: unknown,
    options: ToolExecutionExceptionOptions = {},
  ) {
    super(options.message ?? messageOf(cause) ?? describeThrown(toolDefinition, cause), {
      cause,
    });
    this.phase = options.phase ?? 'execute';
  }
}

/** Errors may come from another realm, so the form decides. */
function messageOf(cause: unknown): string | undefined {
  const message = typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** A thrown text is its own message; for any other value that is no error the type has to do (EX-10). */
function describeThrown(toolDefinition: ToolDefinition, cause: unknown): string {
  if (hasText(cause)) return cause;
  return `Exception occurred in tool: ${toolDefinition.name} (${thrownName(cause)})`;
}

/** @internal The class of an error, the type of anything else that was thrown. */
export function thrownName(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return cause === null ? 'null' : typeof cause;
  // An object without a prototype has no constructor, and an anonymous class no name.
  return cause.constructor?.name || (cause instanceof Error ? cause.name : 'object');
}
