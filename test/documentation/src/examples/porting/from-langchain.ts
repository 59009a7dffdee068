// #region agent
import { ChatClient } from '@toolwright/chat';
import { AiSdkChatModel, type AiSdkLanguageModel } from '@toolwright/models';
import { FunctionToolCallback } from '@toolwright/tools';
import { z } from 'zod';
// #endregion
import {
  approve,
  BaseAdvisor,
  ChatMemory,
  type ChatClientRequest,
  type ChatClientResponse,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  type PendingTurnRepository,
  suspendedTurnOf,
} from '@toolwright/chat';
import { McpClient, McpToolCallbackProvider, streamableHttpTransport } from '@toolwright/mcp';
import { type ChatModel, Prompt } from '@toolwright/model';
import { type StandardSchema, Tool, ToolCallingChatOptions, ToolCallingManager, ToolContext } from '@toolwright/tools';

export async function agent(languageModel: AiSdkLanguageModel) {
  // #region agent
  const place = z.object({ city: z.string().describe('Name of the city') });
  const getWeather = FunctionToolCallback.builder('get_weather', place, ({ city }) => `Rain in ${city}`)
    .description('Weather of a city')
    .build();

  const client = ChatClient.builder(new AiSdkChatModel(languageModel))
    .defaultSystem('You are a helpful assistant.')
    .defaultTools(getWeather)
    .build();
  const answer = await client.prompt('What is the weather in Oslo?').call().content();
  // #endregion
  return answer;
}

// #region existing
interface LangChainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: StandardSchema;
  invoke(input: unknown): Promise<unknown>;
}

function fromLangChain(tool: LangChainTool): FunctionToolCallback {
  return FunctionToolCallback.builder(tool.name, tool.schema, (input) => tool.invoke(input))
    .description(tool.description)
    .build();
}
// #endregion

export function bindTools(model: ChatModel, getWeather: FunctionToolCallback) {
  // #region bind-tools
  const options = ToolCallingChatOptions.builder().toolCallbacks(getWeather).build();
  return model.call(new Prompt('What is the weather in Oslo?', options)); // the tool calls are in the response
  // #endregion
}

export async function runTools(model: ChatModel, prompt: Prompt) {
  // #region run-tools
  const manager = ToolCallingManager.builder().build();
  const response = await model.call(prompt);
  const { conversationHistory } = await manager.executeToolCalls(prompt, response);
  // #endregion
  return conversationHistory;
}

// #region middleware
class Shorten extends BaseAdvisor {
  override readonly order = 0; // higher than the loop's: before every request of the model

  override before(request: ChatClientRequest): ChatClientRequest {
    const [system, ...rest] = request.prompt.instructions;
    if (system === undefined || rest.length <= 20) return request;
    return request.withPrompt(new Prompt([system, ...rest.slice(-20)], request.prompt.options));
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    return response;
  }
}
// #endregion

export async function remember(model: ChatModel, threadId: string) {
  // #region memory
  const memory = MessageWindowChatMemory.builder().maxMessages(40).build();
  const client = ChatClient.builder(model).defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build()).build();

  const ask = (question: string) =>
    client
      .prompt(question)
      .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, threadId))
      .call()
      .content();

  await ask('I am Ada.');
  const answer = await ask('Who am I?');
  // #endregion
  return answer;
}

// #region context
class Orders {
  @Tool({ description: 'Orders of the customer who is asking' })
  myOrders(context: ToolContext): string {
    return `orders of ${context.require<string>('userId')}`;
  }
}
// #endregion

export function withContext(client: ChatClient) {
  // #region context
  return client.prompt('What did I order?').tools(new Orders()).toolContext({ userId: 'u-1' }).call().content();
  // #endregion
}

// #region approval
class Mail {
  @Tool({ description: 'Sends a mail', approval: 'required' })
  sendEmail(to: string, subject: string): string {
    return `sent ${subject} to ${to}`;
  }
}
// #endregion

export async function approved(model: ChatModel, pendingTurnRepository: PendingTurnRepository) {
  // #region approval
  const client = ChatClient.builder(model, { pendingTurnRepository }).defaultTools(new Mail()).build();

  const response = await client.prompt('Write to Ada').call().chatResponse();
  const suspended = suspendedTurnOf(response);
  const [call] = suspended?.pendingApprovals ?? [];
  if (suspended === undefined || call === undefined) return response?.result?.output.text;
  return client.resume(suspended.turnId, { [call.callId]: approve }).content();
  // #endregion
}

export async function mcp(client: ChatClient, url: string, use: (answer: string | null) => void) {
  // #region mcp
  const docs = McpClient.builder('docs').transport(streamableHttpTransport('docs', { url })).build();
  try {
    const tools = McpToolCallbackProvider.builder().addMcpClient(docs).build();
    use(await client.prompt('How do I moor a boat?').tools(tools).call().content());
  } finally {
    await docs.close();
  }
  // #endregion
}

export { fromLangChain, Shorten };
