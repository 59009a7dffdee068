import type { CallDetails, LimitKind, PendingCall } from './TurnDetails.js';
import type { TokenUsage, TurnSummary } from './TurnSummary.js';

/**
 * What `GET /api/events` tells, each as the JSON `data` of one server-sent event. Its `id` goes back in `Last-Event-ID`
 * when the connection is made again: what was missed is sent then, or `reset` if that is no longer known. Rounds are
 * indices into `TurnDetails.rounds`.
 */
export type StudioEvent =
  /** Everything that was shown may be out of date: load it again. */
  | { readonly type: 'reset' }
  /** Content was switched on or off: load again what is shown. */
  | { readonly type: 'content-changed'; readonly visible: boolean }
  /** A turn starts, or one that has waited goes on. */
  | { readonly type: 'turn-started'; readonly turn: TurnSummary }
  | { readonly type: 'round-started'; readonly turnId: string; readonly round: number }
  /** The next piece of the text; null while content is hidden. */
  | {
      readonly type: 'text-delta';
      readonly turnId: string;
      readonly round: number;
      readonly text: string | null;
      readonly length: number;
    }
  /** The model's answer is complete; the calls that it asks for come next. */
  | {
      readonly type: 'round-answered';
      readonly turnId: string;
      readonly round: number;
      readonly finishReason: string | null;
      readonly usage: TokenUsage | null;
    }
  | {
      readonly type: 'call-started' | 'call-ended';
      readonly turnId: string;
      readonly round: number;
      readonly call: CallDetails;
    }
  | {
      readonly type: 'limit-breached';
      readonly turnId: string;
      readonly kind: LimitKind;
      readonly toolName: string | null;
      readonly limit: number | null;
    }
  /** The calls that wait now. */
  | { readonly type: 'approval-pending'; readonly turnId: string; readonly approvals: readonly PendingCall[] }
  | { readonly type: 'turn-ended'; readonly turn: TurnSummary };
