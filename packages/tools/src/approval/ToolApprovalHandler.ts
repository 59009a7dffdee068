import type { MaybePromise } from '@toolwright/core';
import type { ToolContext } from '../context/ToolContext.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';

/** A call that somebody must allow before it runs. */
export interface ToolApprovalRequest {
  readonly toolCallId: string;
  readonly toolDefinition: ToolDefinition;
  readonly toolMetadata: ToolMetadata;
  /** JSON text, as the model wrote it; the tool runs with exactly this. */
  readonly arguments: string;
  readonly toolContext: ToolContext;
  /** Fires when nobody waits for the decision any more. */
  readonly signal: AbortSignal;
}

/** What was decided; the reason of a refusal is told to the model. */
export type ToolApprovalDecision =
  | { readonly approved: true }
  | { readonly approved: false; readonly reason?: string | undefined };

/** Asks a person, or a policy, whether a tool marked `@Tool({ approval: 'required' })` may run. */
export abstract class ToolApprovalHandler {
  /**
   * The wait for a promise ends when the request's signal fires.
   *
   * @throws to make the call fail; the tool does not run
   */
  abstract decide(request: ToolApprovalRequest): MaybePromise<ToolApprovalDecision>;
}
