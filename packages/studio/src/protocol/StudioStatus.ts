import type { LimitKind } from './TurnDetails.js';

/** `GET /api/status`: whose studio this is, and what it can show. */
export interface StudioStatus {
  /** Name of the application. */
  readonly application: string;
  /** Version of Toolwright. */
  readonly version: string;
  /** Whether texts, arguments and results are sent. */
  readonly contentVisible: boolean;
  /** Whether `POST /api/content` may change that. */
  readonly contentSwitchable: boolean;
  readonly capabilities: StudioCapabilities;
  /** The limits of a turn; those that are not set are left out. */
  readonly limits: readonly LimitInForce[];
  readonly turns: number;
  /** How many turns are kept; older ones are forgotten. */
  readonly maxTurns: number;
}

/** What the application has; panels for what it has not are left out. */
export interface StudioCapabilities {
  /** `GET /api/tools` and `POST /api/tools/:name/call`. */
  readonly tools: boolean;
  /** `GET /api/tools/search`: asks the application's own index, or a keyword index if it has none. */
  readonly toolSearch: boolean;
  /** Turns can wait for approvals, and be decided about here. */
  readonly approvals: boolean;
  readonly conditions: boolean;
  readonly configuration: boolean;
  /** `POST /api/chat`. */
  readonly chat: boolean;
}

/** A limit that is set. */
export interface LimitInForce {
  readonly kind: LimitKind;
  /** Null for the limit of every tool that has none of its own, and for limits that are not per tool. */
  readonly toolName: string | null;
  readonly limit: number;
}

/** `POST /api/content`: switches content on or off until the process ends. The answer is a {@link StudioStatus}. */
export interface ContentRequest {
  readonly visible: boolean;
}
