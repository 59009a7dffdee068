import { AssistantMessage, ChatResponse, EMPTY_USAGE, Generation, type ToolCall, type Usage } from '@toolwright/model';
import { messageResponse } from './textReply.js';

/** One part of a {@link chunkedReply}: a piece of text, a tool call, a complete chunk, or an error that breaks the stream off. */
export type ScriptedChunk = string | ToolCall | AssistantMessage | ChatResponse | Error;

/** A reply in chunks, made by {@link chunkedReply}. */
export class ScriptedChunks {
  /** @internal */
  constructor(
    /** The chunks as responses, in order. */
    readonly responses: readonly (ChatResponse | Error)[],
  ) {}
}

/**
 * A reply that `stream` hands out chunk by chunk. The last chunk carries the finish reason, if none of the chunks is a
 * complete response. `call` joins the chunks to one response.
 *
 * @example chunkedReply('The answer ', 'is 42.')
 */
export function chunkedReply(...chunks: readonly ScriptedChunk[]): ScriptedChunks {
  const asked = chunks.some(
    (chunk) => isToolCall(chunk) || (chunk instanceof AssistantMessage && chunk.hasToolCalls()),
  );
  return new ScriptedChunks(
    chunks.map((chunk, index) => {
      if (chunk instanceof Error || chunk instanceof ChatResponse) return chunk;
      const finishReason = index < chunks.length - 1 ? null : asked ? 'TOOL_CALLS' : 'STOP';
      return new ChatResponse([new Generation(messageOf(chunk), { finishReason })], { model: 'scripted' });
    }),
  );
}

function messageOf(chunk: string | ToolCall | AssistantMessage): AssistantMessage {
  if (typeof chunk === 'string') return new AssistantMessage(chunk);
  return isToolCall(chunk) ? new AssistantMessage(null, { toolCalls: [chunk] }) : chunk;
}

function isToolCall(chunk: ScriptedChunk): chunk is ToolCall {
  return typeof chunk === 'object' && !(chunk instanceof Error) && 'arguments' in chunk;
}

/**
 * One response out of the chunks of a stream: texts joined, tool calls in order, the last usage and metadata that were given.
 *
 * @internal
 */
export function joinChunks(chunks: readonly ChatResponse[]): ChatResponse {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  let text: string | null = null;
  let usage: Usage = EMPTY_USAGE;
  let finishReason: string | null = null;
  const toolCalls: ToolCall[] = [];
  for (const { result, metadata } of chunks) {
    if (metadata.usage.totalTokens > 0) usage = metadata.usage;
    if (!result) continue;
    if (result.output.text !== null) text = (text ?? '') + result.output.text;
    for (const piece of result.output.toolCalls) addPiece(piece, toolCalls);
    finishReason = result.metadata.finishReason ?? finishReason;
  }
  const whole = toolCalls.map(({ id, type, name, arguments: args }) => ({ id, type, name, arguments: args }));
  const joined = messageResponse(new AssistantMessage(text, { toolCalls: whole }), usage);
  const metadata = { ...joined.metadata, ...chunks.at(-1)?.metadata, usage };
  const [generation] = joined.results;
  if (!generation || finishReason === null) return joined.withMetadata(metadata);
  return new ChatResponse([new Generation(generation.output, { finishReason })], metadata);
}

/** A piece with an index continues the call that began with the same one. */
function addPiece(piece: ToolCall, calls: ToolCall[]): void {
  const position = piece.index === undefined ? -1 : calls.findIndex(({ index }) => index === piece.index);
  const begun = calls[position];
  if (begun) calls[position] = { ...begun, arguments: begun.arguments + piece.arguments };
  else calls.push(piece);
}
