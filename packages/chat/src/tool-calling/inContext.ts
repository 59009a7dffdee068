import { ChatClientResponse } from '../client/ChatClientResponse.js';

/** The response with another context and round, itself if it has them already. */
export function inContext(
  response: ChatClientResponse,
  context: ChatClientResponse['context'],
  round: number,
): ChatClientResponse {
  if (response.context === context && response.round === round) return response;
  return ChatClientResponse.of(response.chatResponse, context, round);
}
