// #region tool-theirs
import { generateText, type LanguageModel, stepCountIs, tool } from 'ai';
// #endregion
import { streamText, convertToModelMessages, type UIMessage } from 'ai';
// #region tool-theirs
import { z } from 'zod';
// #endregion
// #region tool-ours
import { ChatClient } from '@toolwright/chat';
// #endregion
import {
  BaseAdvisor,
  type ChatClientRequest,
  type ChatClientResponse,
  messagesOfUIMessages,
  ToolCallingAdvisor,
} from '@toolwright/chat';
// #region tool-ours
import { AiSdkChatModel, type AiSdkLanguageModel } from '@toolwright/models';
import { FunctionToolCallback } from '@toolwright/tools';
// #endregion
import { AiSdkChatOptions } from '@toolwright/models';
import { Tool, ToolCallingManager, type ToolCallingChatOptions, ToolContext, ToolParam } from '@toolwright/tools';

export async function theirs(model: LanguageModel) {
  // #region tool-theirs
  const weather = tool({
    description: 'Weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `Rain in ${city}`,
  });

  const { text } = await generateText({
    model,
    prompt: 'What is the weather in Oslo?',
    tools: { weather },
    stopWhen: stepCountIs(5),
  });
  // #endregion
  return text;
}

export async function ours(languageModel: AiSdkLanguageModel) {
  // #region tool-ours
  const place = z.object({ city: z.string() });
  const weather = FunctionToolCallback.builder('weather', place, ({ city }) => `Rain in ${city}`)
    .description('Weather of a city')
    .build();

  const client = ChatClient.create(new AiSdkChatModel(languageModel));
  const text = await client.prompt('What is the weather in Oslo?').tools(weather).call().content();
  // #endregion
  return text;
}

// #region class
class Weather {
  @Tool({ description: 'Weather of a city' })
  weather(@ToolParam({ description: 'Name of the city' }) city: string): string {
    return `Rain in ${city}`;
  }
}
// #endregion

/** A client whose turns have five rounds. */
export function limited(languageModel: AiSdkLanguageModel): ChatClient.Builder {
  // #region limits
  const toolCallingManager = ToolCallingManager.builder().maxRounds(5).onLimitExceeded('FINAL_ANSWER').build();
  const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder().toolCallingManager(toolCallingManager);
  return ChatClient.builder(new AiSdkChatModel(languageModel), { toolCallingAdvisorBuilder });
  // #endregion
}

export function preparedTheirs(model: LanguageModel, tools: Parameters<typeof generateText>[0]['tools'] & object) {
  // #region prepare-theirs
  return generateText({
    model,
    prompt: 'Find the order and refund it',
    tools,
    stopWhen: stepCountIs(5),
    prepareStep: ({ stepNumber }) => (stepNumber === 0 ? { activeTools: ['findOrder'] } : {}),
  });
  // #endregion
}

// #region prepare-ours
class FindFirst extends BaseAdvisor {
  override readonly order = 0; // higher than the loop's, so it runs in every round

  override before(request: ChatClientRequest): ChatClientRequest {
    if (request.round > 0) return request;
    const options = request.prompt.options as ToolCallingChatOptions;
    const found = options.toolCallbacks?.filter(({ definition }) => definition.name === 'findOrder') ?? [];
    return request.withPrompt(request.prompt.withOptions(options.mutate().toolCallbacks(found).build()));
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    return response;
  }
}
// #endregion

/** Has the model call a tool. */
export function forced(client: ChatClient, tools: object) {
  // #region tool-choice
  return client
    .prompt('What is the weather in Oslo?')
    .tools(tools)
    .options(new AiSdkChatOptions({ toolChoice: { toolName: 'weather' }, temperature: 0 }))
    .call()
    .content();
  // #endregion
}

export const approvedTheirs = () =>
  // #region approval-theirs
  tool({
    description: 'Refunds an order',
    inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
    needsApproval: async ({ amount }) => amount > 10,
    execute: async ({ orderId, amount }) => `refunded ${amount} of ${orderId}`,
  });
// #endregion

// #region approval-ours
class Refunds {
  @Tool({ description: 'Refunds an order', approval: ({ amount }) => Number(amount) > 10 })
  refund(orderId: string, amount: number): string {
    return `refunded ${amount} of ${orderId}`;
  }
}
// #endregion

// #region context
class Orders {
  @Tool({ description: 'Orders of the customer who is asking' })
  myOrders(context: ToolContext): string {
    return `orders of ${context.require<string>('customerId')}`;
  }
}
// #endregion

export function askOrders(client: ChatClient, customerId: string) {
  // #region context
  return client.prompt('What did I order?').tools(new Orders()).toolContext({ customerId }).call().content();
  // #endregion
}

export function routeTheirs(model: LanguageModel, tools: Parameters<typeof generateText>[0]['tools'] & object) {
  // #region ui-theirs
  async function POST(request: Request): Promise<Response> {
    const { messages } = (await request.json()) as { messages: UIMessage[] };
    const result = streamText({
      model,
      tools,
      messages: await convertToModelMessages(messages),
      stopWhen: stepCountIs(5),
      abortSignal: request.signal,
    });
    return result.toUIMessageStreamResponse();
  }
  // #endregion
  return POST;
}

export function routeOurs(client: ChatClient) {
  // #region ui-ours
  async function POST(request: Request): Promise<Response> {
    const { messages } = (await request.json()) as { messages: unknown[] };
    const stream = client.prompt().messages(messagesOfUIMessages(messages)).stream({ signal: request.signal });
    return stream.toUIMessageStreamResponse();
  }
  // #endregion
  return POST;
}

export { FindFirst, Refunds, Weather };
