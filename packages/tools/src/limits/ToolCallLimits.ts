import type { Message, ToolCall, ToolResponseMessage } from '@toolwright/model';
import { turnStart } from './turnStart.js';

/** A tool call that its turn has no room for. */
export interface ToolCallLimitBreach {
  /** The tool whose own limit was breached, null for the limit of the turn. */
  readonly toolName: string | null;
  /** The number of calls that were allowed. */
  readonly limit: number;
}

/**
 * How many calls a turn may make, per tool and in total. Immutable and without counters: a turn is counted from its own
 * history, so one instance serves any number of concurrent turns (LI-21).
 */
export class ToolCallLimits {
  /** The least of all limits; a turn with no more calls than this breaches none, whatever the names. */
  readonly #smallest: number;

  /** Limits are whole numbers above 0, or `Infinity` for none. */
  constructor(
    readonly maxCallsPerTool: number,
    readonly maxCallsByTool: ReadonlyMap<string, number>,
    readonly maxTotalToolCalls: number,
  ) {
    this.#smallest = Math.min(maxCallsPerTool, maxTotalToolCalls, ...maxCallsByTool.values());
  }

  /**
   * Decides a whole batch before any of its calls runs, in the order of the calls (LI-20). Every response after the last
   * user message counts, also that of a failed or refused call (LI-08), and so does every earlier call of the batch.
   *
   * @returns the breach of each call that has one, under the call's index; null if there is none
   */
  findBreaches(
    history: readonly Message[],
    calls: readonly ToolCall[],
  ): readonly (ToolCallLimitBreach | undefined)[] | null {
    if (this.#smallest === Infinity) return null;
    const start = turnStart(history);
    let total = 0;
    for (let i = start; i < history.length; i++) {
      const message = history[i] as Message;
      if (message.messageType === 'tool') total += (message as ToolResponseMessage).responses.length;
    }
    if (total + calls.length <= this.#smallest) return null;
    return this.#breachesByName(countByName(history, start), total, calls);
  }

  #breachesByName(
    counts: Map<string, number>,
    priorTotal: number,
    calls: readonly ToolCall[],
  ): readonly (ToolCallLimitBreach | undefined)[] | null {
    let breached = false;
    let total = priorTotal;
    const breaches = calls.map(({ name }): ToolCallLimitBreach | undefined => {
      const count = counts.get(name) ?? 0;
      const limit = this.maxCallsByTool.get(name) ?? this.maxCallsPerTool;
      counts.set(name, count + 1);
      total++;
      if (count < limit && total <= this.maxTotalToolCalls) return undefined;
      breached = true;
      // A call that breaches both limits is reported for its own tool (LI-06).
      return count >= limit ? { toolName: name, limit } : { toolName: null, limit: this.maxTotalToolCalls };
    });
    return breached ? breaches : null;
  }
}

function countByName(history: readonly Message[], start: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = start; i < history.length; i++) {
    const message = history[i] as Message;
    if (message.messageType !== 'tool') continue;
    for (const { name } of (message as ToolResponseMessage).responses) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
