import { randomUUID } from 'node:crypto';
import {
  type ChatClientObservationContext,
  type PendingTurn,
  pendingApprovalsOf,
  readSnapshot,
} from '@toolwright/chat';
import type { Message } from '@toolwright/model';
import { ToolApprovalRequiredException } from '@toolwright/tools';
import type { RecordedRound, RecordedTurn } from './RecordedTurn.js';
import { recordMessage } from './recordMessage.js';
import { type StoredText, storedText } from './StoredText.js';

/** Bytes of a turn beside its texts, roughly. */
const TURN_SIZE = 1024;

/**
 * A turn that starts now.
 *
 * @param maxTextLength UTF-16 units of a text that are kept
 */
export function newTurn(
  { request, conversationId, streaming }: ChatClientObservationContext,
  parentTurnId: string | null,
  maxTextLength: number,
): RecordedTurn {
  const question = questionOf(request.prompt.instructions, maxTextLength);
  return { ...emptyTurn(conversationId, Date.now(), question), parentTurnId, streaming };
}

function questionOf(messages: readonly Message[], maxTextLength: number): StoredText {
  return storedText(messages.findLast(({ messageType }) => messageType === 'user')?.text ?? '', maxTextLength);
}

function emptyTurn(conversationId: string | null, startedAt: number, question: StoredText): RecordedTurn {
  return {
    id: randomUUID(),
    conversationId,
    parentTurnId: null,
    childTurnIds: [],
    streaming: false,
    startedAt,
    question,
    status: 'running',
    activeTime: 0,
    runningSince: null,
    rounds: [],
    sent: [],
    answer: null,
    finishReason: null,
    usage: null,
    failure: null,
    limits: null,
    breaches: [],
    suspendedTurnId: null,
    pending: [],
    resumption: null,
    toolsElsewhere: null,
    size: TURN_SIZE,
  };
}

/**
 * A turn that another process has suspended, as far as it is stored: with what the model was sent last, and its answer.
 *
 * @param maxTextLength UTF-16 units of a text that are kept
 * @throws {IllegalStateException} if it was stored by a version that this one does not understand
 */
export function storedTurn(stored: PendingTurn, maxTextLength: number): RecordedTurn {
  const { origin, sent, asking, answer, usage, toolNames } = readSnapshot(stored.turnId, stored.snapshot);
  const turn: RecordedTurn = {
    ...emptyTurn(stored.conversationId, stored.createdAt, questionOf(origin, maxTextLength)),
    status: 'waiting',
    suspendedTurnId: stored.turnId,
    pending: pendingApprovalsOf(stored),
    sent: sent.map((message) => recordMessage(message, maxTextLength)),
    usage,
    finishReason: ToolApprovalRequiredException.FINISH_REASON,
    toolsElsewhere: toolNames,
  };
  const added = turn.sent;
  const nothing = { dropped: [], tools: [], withheld: [] };
  const head = { provider: '', model: answer.model, streaming: false, messageCount: added.length };
  const round = newRound(turn, { ...head, ...nothing, added });
  const message = recordMessage(asking, maxTextLength);
  round.answer = { message, finishReason: null, usage: null };
  for (const { size } of [...added, message]) turn.size += size;
  return turn;
}

/** What is known of a round when its request goes out. */
type SentRequest = Pick<
  RecordedRound,
  'provider' | 'model' | 'streaming' | 'messageCount' | 'added' | 'dropped' | 'tools' | 'withheld'
>;

/** The next round of a turn; it starts now. */
export function newRound({ rounds }: RecordedTurn, sent: SentRequest): RecordedRound {
  const round: RecordedRound = {
    ...sent,
    index: rounds.length,
    startedAt: Date.now(),
    duration: null,
    streamed: '',
    answer: null,
    failure: null,
    calls: [],
  };
  rounds.push(round);
  return round;
}

/** A round whose request nobody has seen: the turn was suspended by another process. */
export function unseenRound(turn: RecordedTurn): RecordedRound {
  const { streaming } = turn;
  const nothing = { provider: '', model: '', messageCount: 0, added: [], dropped: [], tools: [], withheld: [] };
  const round = newRound(turn, { ...nothing, streaming });
  round.duration = 0;
  return round;
}
