import { randomUUID } from 'node:crypto';
import type { ChatClientObservationContext } from '@toolwright/chat';
import type { RecordedRound, RecordedTurn } from './RecordedTurn.js';
import { storedText } from './StoredText.js';

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
  const question = request.prompt.instructions.findLast(({ messageType }) => messageType === 'user')?.text ?? '';
  return {
    id: randomUUID(),
    conversationId,
    parentTurnId,
    childTurnIds: [],
    streaming,
    startedAt: Date.now(),
    question: storedText(question, maxTextLength),
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
    size: TURN_SIZE,
  };
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
