import { LoggerFactory } from '@toolwright/core';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { suspendedTurnOf } from './PendingApproval.js';
import type { ResumedTurn } from './ResumedTurn.js';

const logger = LoggerFactory.getLogger('toolwright.chat.approval');

/** Runs a resumed turn, and forgets it when it has ended; one that failed or waits again is left to be resumed. */
export async function endingWith(
  resumed: ResumedTurn,
  run: () => Promise<ChatClientResponse>,
): Promise<ChatClientResponse> {
  let ended = false;
  try {
    const response = await run();
    ended = suspendedTurnOf(response.chatResponse) === undefined;
    return response;
  } finally {
    await end(resumed, ended);
  }
}

/** {@link endingWith} for a stream. */
export async function* streamEndingWith(
  resumed: ResumedTurn,
  run: () => AsyncIterable<ChatClientResponse>,
): AsyncGenerator<ChatClientResponse, void, void> {
  let ended = false;
  try {
    let suspended = false;
    for await (const chunk of run()) {
      if (suspendedTurnOf(chunk.chatResponse)) suspended = true;
      yield chunk;
    }
    ended = !suspended;
  } finally {
    await end(resumed, ended);
  }
}

/** The turn's own outcome counts: a store that cannot be reached any more changes nothing about it. */
async function end(resumed: ResumedTurn, ended: boolean): Promise<void> {
  try {
    await (ended ? resumed.complete() : resumed.release());
  } catch (err) {
    const { turnId } = resumed.turn;
    logger.warn(
      `Turn '${turnId}' ${ended ? 'has ended, but is still stored' : 'could not be released; it can be resumed when its lease is over'}`,
      { err },
    );
  }
}
