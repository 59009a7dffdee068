import type { AssistantMessage, Message, ToolCall } from '@toolwright/model';
import { canonicalArguments } from '../conversion/canonicalArguments.js';
import { turnStart } from './turnStart.js';

/** The answer to a call that was made too often (TX-24). */
export const IDENTICAL_CALL_TEXT = 'This exact call was already made; its result has not changed.';

/** How often one turn has made each call, told apart by name and canonical arguments. Counted from the turn's history. */
export class IdenticalCalls {
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  /** @param max calls that are run before the next equal one is not, at least 1 */
  constructor(history: readonly Message[], max: number) {
    this.#max = max;
    for (let i = turnStart(history); i < history.length; i++) {
      const message = history[i];
      if (message?.messageType !== 'assistant') continue;
      for (const call of (message as AssistantMessage).toolCalls) this.#count(call);
    }
  }

  /** Counts one more call of the turn; true if it is one too many. */
  exceeds(call: ToolCall): boolean {
    return this.#count(call) > this.#max;
  }

  #count({ name, arguments: text }: ToolCall): number {
    const key = JSON.stringify([name, canonicalArguments(text)]);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}
