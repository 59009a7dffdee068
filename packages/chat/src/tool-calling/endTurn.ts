import {
  AssistantMessage,
  type ChatGenerationMetadata,
  ChatResponse,
  EMPTY_RESPONSE_METADATA,
  Generation,
  type Message,
  Prompt,
  type ToolCall,
  type ToolResponse,
  ToolResponseMessage,
} from '@toolwright/model';
import {
  LimitExceededException,
  type ToolCallingChatOptions,
  type ToolExecutionResult,
  TurnLimitExceededException,
} from '@toolwright/tools';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { mergeContexts } from '../client/Context.js';
import { endDirectly } from './directEnd.js';
import { StreamedRound } from './StreamedRound.js';
import type { ToolLoop } from './ToolLoop.js';
import { callsOf, tellResults } from './toolResults.js';
import type { ToolTurn } from './ToolTurn.js';

/** Ends a turn with answers that the model has not given: results of tools, or what a limit says. */
export async function* endWith(
  { rounds, hooks, usage, events, round, begun, request, response, context }: ToolTurn,
  generations: readonly Generation[],
  results: Message | undefined,
): ToolLoop {
  await endDirectly(
    request.turn,
    results,
    generations.map(({ output }) => output),
  );
  const metadata = response?.chatResponse?.metadata ?? EMPTY_RESPONSE_METADATA;
  const direct = ChatClientResponse.of(new ChatResponse(generations, metadata), context, round);
  const final = await hooks.finalize(usage.apply(direct));
  if (rounds.stream) yield final;
  if (begun) events?.endRound();
  return final;
}

/** Ends a turn that has reached a limit, as the manager is configured: with the breach, or with one last model request. */
export async function* endByLimit(turn: ToolTurn, breach: LimitExceededException): ToolLoop {
  const { hooks, events } = turn;
  const partial = breach.partialToolExecutionResult;
  const answered = breach.answeredToolExecutionResult;
  // The one extra request of a turn is that of the outermost loop: an inner one only reports (BG-07).
  const isInherited = breach instanceof TurnLimitExceededException && breach.inherited;
  const asks = hooks.asksForFinalAnswer && answered && !isInherited;
  if (events) tellResults(events, asks ? answered : partial);
  if (asks) return yield* askFinally(turn, breach, answered);
  return yield* endWith(turn, [breach.buildGeneration()], partial?.conversationHistory.at(-1));
}

/** One more model request without tools; its answer is that of the turn, whatever it asks for (BG-05). */
async function* askFinally(turn: ToolTurn, breach: LimitExceededException, answered: ToolExecutionResult): ToolLoop {
  const { rounds, hooks, usage, events, limited, response } = turn;
  const request = await finalRequest(turn, answered);
  if (request.abortable) request.signal.throwIfAborted();
  if (turn.begun) events?.endRound();
  events?.startRound(request.round);
  let streamed = '';
  let answer: ChatClientResponse;
  if (rounds.call) {
    answer = await rounds.call.nextCall(request);
  } else {
    // What ends the answer is told at its end, with the reason of the limit.
    const round = new StreamedRound(request, hooks, events);
    for await (const chunk of round.chunks(rounds.stream, null)) {
      const part = round.add(chunk);
      if (part) yield withoutReason(usage.raise(part));
    }
    answer = round.response;
    streamed = round.shownText;
  }
  const examined = await hooks.after(answer);
  const { chatResponse } = examined;
  usage.add(chatResponse);
  limited?.addUsage(request, chatResponse);
  if (events && usage.total) events.usage(usage.total);

  const generations = finalGenerations(chatResponse, breach);
  const open = chatResponse ? callsOf(chatResponse) : [];
  if (open.length > 0) {
    const results = new ToolResponseMessage(open.map((call) => notRun(call, breach)));
    await endDirectly(
      request.turn,
      results,
      generations.map(({ output }) => output),
    );
  }
  const context = mergeContexts(turn.context, examined.context);
  const metadata = chatResponse?.metadata ?? response?.chatResponse?.metadata ?? EMPTY_RESPONSE_METADATA;
  const whole = ChatClientResponse.of(new ChatResponse(generations, metadata), context, request.round);
  const final = await hooks.finalize(usage.apply(whole));
  if (rounds.stream) yield withRestOfText(final, streamed);
  events?.endRound();
  return final;
}

/** The messages as the loop would go on with them, the options without tools, the time limit no longer in force. */
async function finalRequest(turn: ToolTurn, answered: ToolExecutionResult): Promise<ChatClientRequest> {
  const { hooks, limited, base, request, response, round, begun, context } = turn;
  const instructions = response ? await hooks.nextInstructions(request, response, answered) : base.prompt.instructions;
  const prompt = new Prompt(instructions, request.prompt.options);
  const next = base.forRound(begun ? round + 1 : round, prompt, context);
  const prepared = await hooks.before(limited?.release(next) ?? next);
  const options = prepared.prompt.options as ToolCallingChatOptions;
  return prepared.withPrompt(prepared.prompt.withOptions(options.mutate().toolCallbacks([]).build()));
}

function finalGenerations(answer: ChatResponse | null, breach: LimitExceededException): readonly Generation[] {
  const reported = breach.buildGeneration();
  const metadata = {
    finishReason: breach.finishReason,
    [LimitExceededException.METADATA_PARTIAL_TOOL_RESPONSES]: breach.completedResponses,
    [LimitExceededException.METADATA_FINAL_ANSWER]: true,
  };
  if (!answer?.result) return [new Generation(reported.output, metadata)];
  return answer.results.map((generation) => {
    const { output } = generation;
    const shown = output.hasToolCalls()
      ? new AssistantMessage(output.text || reported.output.text, { media: output.media, metadata: output.metadata })
      : output;
    return new Generation(shown, { ...generation.metadata, ...metadata });
  });
}

function withoutReason(chunk: ChatClientResponse): ChatClientResponse {
  const { chatResponse } = chunk;
  if (!chatResponse?.result?.metadata.finishReason) return chunk;
  const results = chatResponse.results.map(({ output, metadata }) => {
    return new Generation(output, { ...metadata, finishReason: null } satisfies ChatGenerationMetadata);
  });
  return ChatClientResponse.of(new ChatResponse(results, chatResponse.metadata), chunk.context, chunk.round);
}

/** The last chunk of a streamed answer: its metadata, and what of its text has not gone out. */
function withRestOfText(final: ChatClientResponse, streamed: string): ChatClientResponse {
  const { chatResponse } = final;
  const result = chatResponse?.result;
  if (!chatResponse || !result) return final;
  const text = result.output.text ?? '';
  const rest = text.startsWith(streamed) ? text.slice(streamed.length) : '';
  const chunk = new Generation(new AssistantMessage(rest), result.metadata);
  return ChatClientResponse.of(new ChatResponse([chunk], chatResponse.metadata), final.context, final.round);
}

/** The response to a call of the last answer, for memories that keep requests for tools with their results. */
function notRun({ id, name }: ToolCall, breach: LimitExceededException): ToolResponse {
  const text = `This call was not run: ${breach.message}. No further tool calls are allowed.`;
  return { id, name, responseData: text, isError: true, error: { code: 'LIMIT_EXCEEDED', phase: 'limits' } };
}
