import type { ContentPolicy } from '../view/ContentPolicy.js';
import { callDetails } from '../view/callDetails.js';
import { pendingCalls } from '../view/pendingCalls.js';
import { tokenUsage, turnSummary } from '../view/turnSummary.js';
import { cutAt } from '../recording/StoredText.js';
import type { RecordedBreach, RecordedCall, RecordedRound, RecordedTurn } from '../recording/RecordedTurn.js';
import type { EventLog } from './EventLog.js';

/** UTF-16 units of each text that an event carries; the whole text is in the details of the turn. */
const EVENT_TEXT = 4000;

/** Tells pages what happens in turns. What was told is not changed by switching content on or off; it is forgotten then. */
export class TurnNews {
  readonly #log: EventLog;
  readonly #content: ContentPolicy;

  constructor(log: EventLog, content: ContentPolicy) {
    this.#log = log;
    this.#content = content;
    content.onChange((visible) => {
      log.clear();
      log.append({ type: 'content-changed', visible });
    });
  }

  turnStarted(turn: RecordedTurn): void {
    this.#log.append({ type: 'turn-started', turn: turnSummary(turn, this.#writer()) });
  }

  roundStarted({ id }: RecordedTurn, { index }: RecordedRound): void {
    this.#log.append({ type: 'round-started', turnId: id, round: index });
  }

  text({ id }: RecordedTurn, { index }: RecordedRound, text: string): void {
    const { length } = text;
    for (let from = 0; from < length; ) {
      const part = text.slice(from, from + cutAt(text.slice(from, from + EVENT_TEXT + 1), EVENT_TEXT));
      from += part.length;
      const visible = this.#content.visible ? part : null;
      this.#log.append({ type: 'text-delta', turnId: id, round: index, text: visible, length: part.length });
    }
  }

  roundAnswered({ id }: RecordedTurn, { index, answer }: RecordedRound): void {
    const { finishReason = null, usage = null } = answer ?? {};
    this.#log.append({
      type: 'round-answered',
      turnId: id,
      round: index,
      finishReason,
      usage: tokenUsage(usage),
    });
  }

  call(type: 'call-started' | 'call-ended', { id }: RecordedTurn, round: number, call: RecordedCall): void {
    this.#log.append({ type, turnId: id, round, call: callDetails(call, this.#writer()) });
  }

  limitBreached({ id }: RecordedTurn, { kind, toolName, limit }: RecordedBreach): void {
    this.#log.append({ type: 'limit-breached', turnId: id, kind, toolName, limit });
  }

  approvalPending(turn: RecordedTurn): void {
    const approvals = pendingCalls(turn, this.#writer());
    this.#log.append({ type: 'approval-pending', turnId: turn.id, approvals });
  }

  turnEnded(turn: RecordedTurn): void {
    this.#log.append({ type: 'turn-ended', turn: turnSummary(turn, this.#writer()) });
  }

  #writer() {
    return this.#content.writer(EVENT_TEXT);
  }
}
