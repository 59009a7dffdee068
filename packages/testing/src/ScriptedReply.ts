import type { MaybePromise } from '@toolwright/core';
import { AssistantMessage, ChatResponse, type Prompt, type ToolCall } from '@toolwright/model';
import { ScriptedChunks } from './ScriptedChunks.js';
import { messageResponse } from './textReply.js';

/**
 * One reply of a script: a text, one tool call or several, a message, a complete response, the chunks of a stream, an
 * error that the request fails with, or a function that makes any of these from the prompt.
 */
export type ScriptedReply =
  | string
  | ToolCall
  | readonly ToolCall[]
  | AssistantMessage
  | ChatResponse
  | ScriptedChunks
  | Error
  | ScriptedReplyFunction;

/**
 * Makes a reply from the prompt that was received.
 *
 * @param signal fires when the caller gives up; the request then ends, whatever the function does
 */
export type ScriptedReplyFunction = (prompt: Prompt, signal: AbortSignal | undefined) => MaybePromise<ScriptedReply>;

/**
 * The responses that a stream of the reply consists of, in order; an error stands where the stream breaks off.
 *
 * @internal
 */
export function responsesOf(reply: Exclude<ScriptedReply, ScriptedReplyFunction>): readonly (ChatResponse | Error)[] {
  if (reply instanceof ScriptedChunks) return reply.responses;
  if (reply instanceof Error || reply instanceof ChatResponse) return [reply];
  if (typeof reply === 'string') return [messageResponse(new AssistantMessage(reply))];
  if (reply instanceof AssistantMessage) return [messageResponse(reply)];
  const toolCalls = Array.isArray(reply) ? (reply as readonly ToolCall[]) : [reply as ToolCall];
  return [messageResponse(new AssistantMessage(null, { toolCalls }))];
}
