import type { MaybePromise } from '@toolwright/core';
import type { ToolContext } from '../context/ToolContext.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';

/** A call that somebody must allow before it runs. */
export interface ToolApprovalRequest {
  readonly toolCallId: string;
  readonly toolDefinition: ToolDefinition;
  readonly toolMetadata: ToolMetadata;
  /**
   * JSON text, as the model wrote it, `{}` if it wrote none; the tool runs with exactly this unless the decision says
   * otherwise.
   */
  readonly arguments: string;
  readonly toolContext: ToolContext;
  /** Fires when nobody waits for the decision any more. */
  readonly signal: AbortSignal;
}

/** What was decided. */
export type ToolApprovalDecision =
  /** Run it; with `arguments`, JSON text, instead of the model's, which the model is then told (AP-05). */
  | { readonly approved: true; readonly arguments?: string | undefined }
  /** Do not run it; the reason is told to the model. */
  | { readonly approved: false; readonly reason?: string | undefined; readonly deferred?: never }
  /** Nobody can decide yet: the manager's handler is asked, and without one the batch ends undecided (AP-02, AP-13). */
  | { readonly approved: false; readonly deferred: true };

/** Asks a person, or a policy, whether a tool marked `@Tool({ approval })` may run. */
export abstract class ToolApprovalHandler {
  /** The decision that somebody else has to make, later. */
  static readonly LATER: ToolApprovalDecision = Object.freeze({ approved: false, deferred: true });

  /**
   * The wait for a promise ends when the request's signal fires.
   *
   * @throws to make the call fail; the tool does not run
   */
  abstract decide(request: ToolApprovalRequest): MaybePromise<ToolApprovalDecision>;
}
