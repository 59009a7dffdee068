import type { ToolResponse } from '@toolwright/model';
import type { ToolApprovalHandler } from '../approval/ToolApprovalHandler.js';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { TurnBudget } from '../limits/TurnBudget.js';

/** How one batch of tool calls is run. */
export interface ToolExecutionOptions {
  /** Reaches every running tool; when it fires, `executeToolCalls` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** State shared by all calls of the turn, handed to the tools as `toolContext.turn`. */
  readonly turn?: Map<string, unknown> | undefined;
  /** The conversation that the turn belongs to; only in it can its long results be read (OF-03). */
  readonly conversationId?: string | undefined;
  /**
   * What the turn may use: the round is counted, and calls end when the time is over. Breaches throw, whatever the
   * manager does about the limits of calls.
   */
  readonly budget?: TurnBudget | undefined;
  /** Who decides about the tools that need an approval, before the manager's own handler is asked. */
  readonly toolApprovalHandler?: ToolApprovalHandler | undefined;
  /** Whether every call needs an approval, whatever its tool says; default false. */
  readonly approveEveryCall?: boolean | undefined;
  /**
   * Asked first for a name that the options do not carry.
   *
   * @returns a tool that the application has attached to the request and that may run, or undefined
   */
  readonly resolveTool?: ((toolName: string) => ToolCallback | undefined) | undefined;
  /**
   * Asked for a name that the options do not carry, after the resolver and before the usual answer for unknown tools.
   *
   * @returns the text of the response, or undefined for the usual handling
   */
  readonly unknownToolResponse?: ((toolName: string) => string | undefined) | undefined;
  /** Told of every response of the batch as soon as it is known, in whatever order; must not throw. */
  readonly onResponse?: ((response: ToolResponse) => void) | undefined;
}
