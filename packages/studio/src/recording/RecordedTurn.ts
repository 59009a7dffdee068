import type { Advisor, ChatClient, ChatClientRequest, PendingApproval } from '@toolwright/chat';
import type { Usage } from '@toolwright/model';
import type { ToolDefinition, ToolLimitSettings } from '@toolwright/tools';
import type { CallStatus, LimitKind, TurnStatus } from '../protocol/index.js';
import type { RecordedMessage } from './recordMessage.js';
import type { StoredText } from './StoredText.js';

/** What failed. */
export interface RecordedFailure {
  readonly type: string;
  readonly message: StoredText;
}

/** A limit that a turn has asked for more than. */
export interface RecordedBreach {
  readonly kind: LimitKind;
  readonly toolName: string | null;
  /** Null if whoever refused does not tell. */
  readonly limit: number | null;
}

/** One call of a tool. */
export interface RecordedCall {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: StoredText;
  readonly startedAt: number;
  status: CallStatus;
  duration: number | null;
  result: StoredText | null;
  failure: RecordedFailure | null;
}

/** The model's answer to one request. */
export interface RecordedAnswer {
  readonly message: RecordedMessage | null;
  readonly finishReason: string | null;
  readonly usage: Usage | null;
}

/** One request of the model. */
export interface RecordedRound {
  readonly index: number;
  readonly startedAt: number;
  readonly provider: string;
  model: string;
  readonly streaming: boolean;
  readonly messageCount: number;
  /** The messages that the request before did not have. */
  readonly added: readonly RecordedMessage[];
  /** Those that only the request before had. */
  readonly dropped: readonly RecordedMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly withheld: readonly ToolDefinition[];
  duration: number | null;
  /** What was streamed so far. */
  streamed: string;
  answer: RecordedAnswer | null;
  failure: RecordedFailure | null;
  readonly calls: RecordedCall[];
}

/** How a turn that waits is gone on with: with what it was asked, by the client that was asked. */
export interface Resumption {
  readonly client: ChatClient;
  readonly request: ChatClientRequest;
  /** Those of the turn that its client does not have by itself. */
  readonly advisors: readonly Advisor[];
  readonly streaming: boolean;
}

/** A turn as the studio keeps it. It changes while the turn runs. */
export interface RecordedTurn {
  readonly id: string;
  readonly conversationId: string | null;
  readonly parentTurnId: string | null;
  readonly childTurnIds: string[];
  readonly streaming: boolean;
  readonly startedAt: number;
  readonly question: StoredText;
  status: TurnStatus;
  /** Milliseconds of the parts that have ended; a turn that was suspended has several. */
  activeTime: number;
  /** When the part that runs has begun; null while none does. */
  runningSince: number | null;
  readonly rounds: RecordedRound[];
  /** All messages of the last request, as long as another one may follow. */
  sent: readonly RecordedMessage[];
  answer: StoredText | null;
  finishReason: string | null;
  usage: Usage | null;
  failure: RecordedFailure | null;
  limits: ToolLimitSettings | null;
  readonly breaches: RecordedBreach[];
  /** The id under which the turn is stored while it waits. */
  suspendedTurnId: string | null;
  pending: readonly PendingApproval[];
  /** Null where the client is not known. */
  resumption: Resumption | null;
  /** The names of the tools that were attached, if another process has suspended the turn, or an earlier one; else null. */
  readonly toolsElsewhere: readonly string[] | null;
  /** About how many bytes the texts of this turn take. */
  size: number;
}
