import { AssistantMessage, ChatResponse, EMPTY_USAGE, Generation, type Usage } from '@toolwright/model';

/**
 * A complete response with a text and the finish reason `STOP`.
 *
 * @param usage the tokens that the response reports, default none
 */
export function textReply(text: string, usage: Usage = EMPTY_USAGE): ChatResponse {
  return messageResponse(new AssistantMessage(text), usage);
}

/**
 * A complete response with one message; the finish reason is `TOOL_CALLS` if it asks for tools, else `STOP`.
 *
 * @internal
 */
export function messageResponse(message: AssistantMessage, usage: Usage = EMPTY_USAGE): ChatResponse {
  const finishReason = message.hasToolCalls() ? 'TOOL_CALLS' : 'STOP';
  return new ChatResponse([new Generation(message, { finishReason })], { model: 'scripted', usage });
}
