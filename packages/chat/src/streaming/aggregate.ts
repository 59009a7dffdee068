import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from './replayable.js';
import { TurnAggregator } from './TurnAggregator.js';

/**
 * Hands the chunks on as they are and, after the last one, calls `onComplete` once with what they amount to: the answer
 * of the last round among them (CX-104). Not called if the stream fails or is abandoned.
 */
export function aggregate(
  chunks: AsyncIterable<ChatClientResponse>,
  onComplete: (response: ChatClientResponse) => void,
): AsyncIterable<ChatClientResponse> {
  return replayable(() => aggregated(chunks, onComplete));
}

async function* aggregated(
  chunks: AsyncIterable<ChatClientResponse>,
  onComplete: (response: ChatClientResponse) => void,
): AsyncGenerator<ChatClientResponse, void, void> {
  const aggregator = new TurnAggregator();
  for await (const chunk of chunks) {
    aggregator.add(chunk);
    yield chunk;
  }
  onComplete(aggregator.response);
}
