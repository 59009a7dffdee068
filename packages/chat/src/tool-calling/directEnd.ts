import type { Message, ToolResponseMessage } from '@toolwright/model';

/** Hears how a loop ended that does not ask the model again after running tools. */
export type DirectEndListener = (
  results: ToolResponseMessage | undefined,
  answers: readonly Message[],
) => Promise<void>;

const listeners = new WeakMap<ReadonlyMap<string, unknown>, DirectEndListener>();

/**
 * Registers what an advisor inside the loop has to do when results go straight to the caller or a limit is breached,
 * which it cannot see. Replaces what was registered for the same turn.
 */
export function onDirectEnd(turn: ReadonlyMap<string, unknown>, listener: DirectEndListener): void {
  listeners.set(turn, listener);
}

/** Tells the listener of a turn, once; the loop goes on when it is done. */
export async function endDirectly(
  turn: ReadonlyMap<string, unknown>,
  results: Message | undefined,
  answers: readonly Message[],
): Promise<void> {
  const listener = listeners.get(turn);
  listeners.delete(turn);
  await listener?.(results?.messageType === 'tool' ? (results as ToolResponseMessage) : undefined, answers);
}
