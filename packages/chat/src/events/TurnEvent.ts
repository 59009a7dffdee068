import type { ToolCall, ToolResponse, Usage } from '@toolwright/model';
import type { PendingApproval } from '../approval/PendingApproval.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';

/**
 * Something that happens in a streamed turn, for user interfaces (CX-119). Rounds count from 0. A turn has the events
 * `round-start`, deltas, `usage` if the model reports any, `tool-call` and `tool-result` of each call that runs, and
 * `round-end`, for each round; then `finish`. A turn that fails has no `finish`.
 */
export type TurnEvent =
  /** A model request starts, or the round is over, its tools included. */
  | { readonly type: 'round-start' | 'round-end'; readonly round: number }
  /** The next piece of the answer's text, as the outermost advisor passes it on. */
  | { readonly type: 'text-delta'; readonly round: number; readonly text: string }
  /** The next piece of a tool call as the model writes it; `index` is the call's position in its message. */
  | {
      readonly type: 'tool-call-delta';
      readonly round: number;
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments: string;
    }
  /** A complete tool call; unless the loop is the caller's, it is about to be run. */
  | { readonly type: 'tool-call'; readonly round: number; readonly call: ToolCall }
  /** The outcome of a call, as soon as it is there. Calls of one round may end in any order. */
  | { readonly type: 'tool-result'; readonly round: number; readonly response: ToolResponse }
  /** Calls wait for approvals, and the turn is suspended until it is resumed; `finish` follows (AP-12). */
  | {
      readonly type: 'approval-required';
      readonly round: number;
      readonly turnId: string;
      readonly pendingApprovals: readonly PendingApproval[];
    }
  /** What the turn has used so far; a running total. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The turn is complete: why the answer ended, `''` if the model did not say, and what `final()` returns. */
  | { readonly type: 'finish'; readonly reason: string; readonly response: ChatClientResponse };
