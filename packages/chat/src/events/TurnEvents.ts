import type { ToolCall, ToolResponse, Usage } from '@toolwright/model';
import { ToolCallAssembler } from '../streaming/ToolCallAssembler.js';
import type { TurnEvent } from './TurnEvent.js';

/** The way of one turn's events from where they happen, inside the chain, to the consumer, past all advisors. */
export class TurnEvents {
  #waiting: TurnEvent[] = [];
  #arrived: (() => void) | undefined;
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

  usage(usage: Usage): void {
    this.#add({ type: 'usage', usage });
  }

  /** The events since the last time. */
  take(): readonly TurnEvent[] {
    if (this.#waiting.length === 0) return NONE;
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** The outcome of `work`, or undefined as soon as there are events to take. */
  during<T>(work: Promise<T>): Promise<T | undefined> {
    if (this.#waiting.length > 0) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#arrived = () => {
        resolve(undefined);
      };
      work.then(resolve, reject);
    });
  }

  #add(event: TurnEvent): void {
    this.#waiting.push(event);
    this.#arrived?.();
  }
}

const NONE: readonly TurnEvent[] = Object.freeze([]);
