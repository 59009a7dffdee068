/**
 * `POST /api/session`, with `Authorization: Bearer <token>`: sets a cookie that stands for the token, so that
 * `EventSource` can be used. No body. Every other request may also carry the header itself.
 */
export interface SessionAnswer {
  readonly application: string;
}

/** What was decided about one call. A call whose outcome is unknown runs again only with `rerun`. */
export type Decision =
  | {
      readonly type: 'approve';
      readonly hash?: string;
      readonly remember?: 'tool' | 'arguments';
      readonly rerun?: boolean;
    }
  | {
      readonly type: 'deny';
      readonly reason?: string;
      readonly hash?: string;
      readonly remember?: 'tool' | 'arguments';
    }
  | {
      readonly type: 'edit';
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly hash?: string;
      readonly rerun?: boolean;
    };

/**
 * `POST /api/turns/:id/approvals`: decisions by `callId`. Calls that are left out go on waiting. Answered with 202 and a
 * {@link TurnAccepted} as soon as the turn goes on; how it ends is told by events.
 */
export interface ApprovalRequest {
  readonly decisions: Readonly<Record<string, Decision>>;
}

/** `POST /api/chat`: starts a turn of the application's chat client. Answered with 202 and a {@link TurnAccepted}. */
export interface ChatRequest {
  readonly message: string;
  readonly conversationId?: string;
}

/** A turn that runs now. */
export interface TurnAccepted {
  readonly turnId: string;
}

/** The body of every answer with a status of 400 or more. */
export interface ProblemDetails {
  /** Stable, such as `UNAUTHORIZED`, `NOT_FOUND`, `INVALID_REQUEST`, `PENDING_TURN_CONFLICT`. */
  readonly code: string;
  /** For people. */
  readonly message: string;
}
