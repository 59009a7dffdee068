import type { ToolCall, ToolResponse, Usage } from '@toolwright/model';
import type { SuspendedTurn } from '../approval/PendingApproval.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { ToolCallAssembler } from '../streaming/ToolCallAssembler.js';
import type { TurnEvent } from './TurnEvent.js';

/** The way of one turn's events from where they happen, inside the chain, to the consumer, past all advisors. */
export class TurnEvents {
  #waiting: TurnEvent[] = [];
  #told = 0;
  #listener: (() => void) | undefined;
  #round = 0;
  #started = false;
  #pieces = new ToolCallAssembler();
  readonly #answered = new Set<ToolResponse>();

  /** Whether a round has started. */
  get started(): boolean {
    return this.#started;
  }

  /** The round that started last. */
  get round(): number {
    return this.#round;
  }

  startRound(round: number): void {
    this.#started = true;
    this.#round = round;
    this.#pieces = new ToolCallAssembler();
    this.#add({ type: 'round-start', round });
  }

  endRound(): void {
    this.#add({ type: 'round-end', round: this.#round });
  }

  /** Pieces of tool calls, in the order in which the model sent them. */
  toolCallPieces(pieces: readonly ToolCall[]): void {
    for (const piece of pieces) {
      this.#add({
        type: 'tool-call-delta',
        round: this.#round,
        index: this.#pieces.addPiece(piece),
        ...(piece.id && { id: piece.id }),
        ...(piece.name && { name: piece.name }),
        arguments: piece.arguments ?? '',
      });
    }
  }

  toolCalls(calls: readonly ToolCall[]): void {
    for (const call of calls) this.#add({ type: 'tool-call', round: this.#round, call });
  }

  /** The outcome of a call; one that is known already is not told again. */
  toolResult(response: ToolResponse): void {
    if (this.#answered.has(response)) return;
    this.#answered.add(response);
    this.#add({ type: 'tool-result', round: this.#round, response });
  }

  /** The end of the turn. */
  finish(reason: string, response: ChatClientResponse): void {
    this.#add({ type: 'finish', reason, response });
  }

  approvalRequired(turn: SuspendedTurn): void {
    this.#add({ type: 'approval-required', round: this.#round, ...turn });
  }

  usage(usage: Usage): void {
    this.#add({ type: 'usage', usage });
  }

  /** A piece of the answer's text. */
  text(round: number, text: string): void {
    this.#add({ type: 'text-delta', round, text });
  }

  /** The next event that nobody has taken yet; undefined if there is none now. */
  take(): TurnEvent | undefined {
    if (this.#told === this.#waiting.length) return undefined;
    const event = this.#waiting[this.#told++];
    if (this.#told === this.#waiting.length) {
      this.#waiting = [];
      this.#told = 0;
    }
    return event;
  }

  /** Calls `listener` at every event from now on. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  #add(event: TurnEvent): void {
    this.#waiting.push(event);
    this.#listener?.();
  }
}
