import {
  ChatClientRequest,
  type ChatClientResponse,
  ChatModelCallAdvisor,
  ChatModelStreamAdvisor,
  type CallAdvisor,
  DefaultAroundAdvisorChain,
  type StreamAdvisor,
} from '@toolwright/chat';
import { type ChatModel, type ChatOptions, type Message, Prompt } from '@toolwright/model';
import { collect, TOOL_OPTIONS } from './models.js';

/** A request of these messages with options that can carry tools. */
export function requestOf(
  messages: readonly Message[],
  options: ChatOptions | null = TOOL_OPTIONS,
  context: Readonly<Record<string, unknown>> = {},
): ChatClientRequest {
  return ChatClientRequest.builder().prompt(new Prompt(messages, options)).context(context).build();
}

/** Runs one turn of `call()` through the advisors and the model. */
export function callThrough(
  model: ChatModel,
  request: ChatClientRequest,
  ...advisors: readonly CallAdvisor[]
): Promise<ChatClientResponse> {
  return chainOf(model, advisors).nextCall(request);
}

/** Runs one turn of `stream()` through the advisors and the model. */
export function streamThrough(
  model: ChatModel,
  request: ChatClientRequest,
  ...advisors: readonly StreamAdvisor[]
): Promise<ChatClientResponse[]> {
  return collect(chainOf(model, advisors).nextStream(request));
}

/** The chain of these advisors that ends in the model. */
export function chainOf(
  model: ChatModel,
  advisors: readonly (CallAdvisor | StreamAdvisor)[],
): DefaultAroundAdvisorChain {
  return DefaultAroundAdvisorChain.builder()
    .pushAll(advisors)
    .pushAll([new ChatModelCallAdvisor(model), new ChatModelStreamAdvisor(model)])
    .build();
}

/** The text of a response. */
export function textOf(response: ChatClientResponse | undefined): string | null | undefined {
  return response?.chatResponse?.result?.output.text;
}

/** Prompt, completion and total tokens of a response. */
export function tokensOf(response: ChatClientResponse | undefined): readonly number[] | undefined {
  const usage = response?.chatResponse?.metadata.usage;
  return usage && [usage.promptTokens, usage.completionTokens, usage.totalTokens];
}
