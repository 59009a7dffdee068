import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { EMPTY_CONTEXT, mergeContexts } from '../client/Context.js';
import { ChatResponseAggregator } from './ChatResponseAggregator.js';
import { replayable } from './replayable.js';

/**
 * Hands the chunks on as they are and, after the last one, calls `onComplete` once with what they amount to. Not called
 * if the stream fails or is abandoned.
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
  const aggregator = new ChatResponseAggregator();
  let context = EMPTY_CONTEXT;
  let round = 0;
  for await (const chunk of chunks) {
    if (chunk.chatResponse) aggregator.add(chunk.chatResponse);
    context = mergeContexts(context, chunk.context);
    round = chunk.round;
    yield chunk;
  }
  onComplete(ChatClientResponse.of(aggregator.response, context, round));
}
