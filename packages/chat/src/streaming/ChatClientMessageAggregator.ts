import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { aggregate } from './aggregate.js';

/** Makes a whole of the chunks of a stream, for callers and advisors that need both (UC-06). */
export class ChatClientMessageAggregator {
  /**
   * Hands the chunks on as they are and, after the last one, calls `onComplete` once with what they amount to: the answer
   * of the last round among them (CX-104). Not called if the stream fails or is abandoned.
   */
  aggregateChatClientResponse(
    chunks: AsyncIterable<ChatClientResponse>,
    onComplete: (response: ChatClientResponse) => void,
  ): AsyncIterable<ChatClientResponse> {
    return aggregate(chunks, onComplete);
  }
}
