import type { AssistantMessage, ChatResponse, Message, ToolResponseMessage } from '@toolwright/model';
import { isToolCallingChatOptions } from '@toolwright/tools';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';

/** A request as JSON: its messages, the model, the names of the tools and of the context entries (LG-06). */
export function describeRequest(request: ChatClientRequest | null, withContent: boolean): string {
  if (!request) return 'null';
  const { prompt, context, round } = request;
  const tools = isToolCallingChatOptions(prompt.options) ? (prompt.options.toolCallbacks ?? []) : [];
  return JSON.stringify({
    round,
    messages: prompt.instructions.map((message) => describeMessage(message, withContent)),
    model: prompt.options?.model ?? null,
    tools: tools.map(({ definition }) => definition.name),
    context: Object.keys(context),
  });
}

/** A response as indented JSON. */
export function describeResponse(response: ChatResponse | null, withContent: boolean): string {
  if (!response) return 'null';
  const { id, model, usage } = response.metadata;
  const { promptTokens, completionTokens, totalTokens } = usage;
  return JSON.stringify(
    {
      results: response.results.map(({ output, metadata }) => ({
        finishReason: metadata.finishReason,
        output: describeMessage(output, withContent),
      })),
      metadata: { id, model, usage: { promptTokens, completionTokens, totalTokens } },
    },
    null,
    2,
  );
}

function describeMessage(message: Message, withContent: boolean): Readonly<Record<string, unknown>> {
  const content = withContent ? { text: message.text } : { characters: message.text?.length ?? 0 };
  if (message.messageType === 'tool') {
    return {
      type: 'tool',
      responses: (message as ToolResponseMessage).responses.map(({ id, name, isError, responseData }) => ({
        id,
        name,
        ...(isError && { isError }),
        ...(withContent ? { responseData } : { characters: responseData.length }),
      })),
    };
  }
  const toolCalls = message.messageType === 'assistant' ? (message as AssistantMessage).toolCalls : [];
  return {
    type: message.messageType,
    ...content,
    ...(toolCalls.length > 0 && {
      toolCalls: toolCalls.map(({ id, name, arguments: text }) => ({
        id,
        name,
        ...(withContent && { arguments: text }),
      })),
    }),
  };
}
