// #region models
import { createOpenAI } from '@ai-sdk/openai';
import { AiSdkChatModel } from '@toolwright/models';
// #endregion
import { ChatClientAutoConfiguration } from '@toolwright/autoconfigure';
import { AutoConfiguration, Bean, ConditionalOnMissingBean, ConditionalOnProperty } from '@toolwright/boot';
// #region chat tool-search
import { ChatClient } from '@toolwright/chat';
// #endregion
import { ChatMemory, MessageWindowChatMemory, ToolCallingAdvisor } from '@toolwright/chat';
import { migrate, openDatabase, PostgresChatMemoryRepository } from '@toolwright/memory-postgres';
import { RedisChatMemoryRepository, RedisConnection } from '@toolwright/memory-redis';
import {
  AssistantMessage,
  ChatModel,
  ChatResponse,
  Document,
  type EmbeddingModel,
  Generation,
  Prompt,
  SimpleVectorStore,
} from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
// #region tool-search
import { RegexToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
// #endregion
// #region chat
import { Tool, ToolParam } from '@toolwright/tools';
// #endregion
import { ToolCallbacks, ToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';

/** The model of the README of models. */
export function modelOf(apiKey: string) {
  // #region models
  const openai = createOpenAI({ apiKey });
  const model = new AiSdkChatModel(openai('gpt-5-mini'), { modelOf: openai });
  // #endregion
  return model;
}

/** Moves pallets. */
export class Warehouse {
  @Tool({ description: 'Moves a pallet from one bay to another' })
  movePallet(pallet: string, from: string, to: string): string {
    return `${pallet}: ${from} to ${to}`;
  }
}

export async function askOffline() {
  // #region offline
  const model = new OfflineChatModel();
  const options = ToolCallingChatOptions.builder()
    .toolCallbacks(...ToolCallbacks.from(new Warehouse()))
    .build();
  const response = await model.call(new Prompt('Move pallet "P-12" from bay "A3" to bay "C7"', options));
  // #endregion
  return response;
}

// #region model
class EchoModel extends ChatModel {
  override async call(prompt: Prompt): Promise<ChatResponse> {
    return new ChatResponse([new Generation(new AssistantMessage(prompt.userMessage.text))]);
  }
}
// #endregion

export async function nearest(embeddingModel: EmbeddingModel) {
  // #region vector-store
  const store = new SimpleVectorStore(embeddingModel);
  await store.add([new Document({ text: 'Opening hours: 9 to 17', metadata: { topic: 'visit' } })]);
  const nearest = await store.similaritySearch({
    query: 'when are you open?',
    topK: 3,
    filterExpression: { type: 'EQ', key: 'topic', value: 'visit' },
  });
  // #endregion
  return nearest;
}

// #region chat
class WeatherTools {
  @Tool({ description: 'The weather in a city' })
  weather(@ToolParam({ description: 'Name of the city' }) city: string): string {
    return `It rains in ${city}.`;
  }
}
// #endregion

export async function chat(model: ChatModel) {
  // #region chat
  const client = ChatClient.builder(model).defaultSystem('Be brief.').defaultTools(new WeatherTools()).build();

  const answer = await client.prompt('What is the weather in Oslo?').call().content();

  for await (const text of client.prompt('And in Rome?').stream().content()) console.log(text);
  // #endregion
  return answer;
}

// #region tools
class Orders {
  @Tool({ description: 'Current status of an order' })
  orderStatus(@ToolParam({ description: 'The order number' }) orderId: string): string {
    return `${orderId} is shipped`;
  }
}
// #endregion

export async function callTool() {
  // #region tools
  const [orderStatus] = ToolCallbacks.from(new Orders());
  const result = await orderStatus?.call('{"orderId":"A-17"}');
  // #endregion
  return result;
}

export async function searchTools(model: ChatModel, services: readonly object[], conversationId: string) {
  // #region tool-search
  const toolCallingAdvisorBuilder = ToolSearchToolCallingAdvisor.builder().toolIndex(new RegexToolIndex());
  const client = ChatClient.builder(model, { toolCallingAdvisorBuilder }).defaultTools(services).build();

  const answer = await client
    .prompt('What should I wear in Oslo today?')
    .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, conversationId))
    .call()
    .content();
  // #endregion
  return answer;
}

/** Builds a loop that says so. */
export class AuditingBuilder extends ToolCallingAdvisor.Builder {}

// #region autoconfigure
@AutoConfiguration({ before: [ChatClientAutoConfiguration] })
@ConditionalOnProperty('audit.enabled')
class AuditAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(ToolCallingAdvisor.Builder)
  auditingAdvisorBuilder(manager: ToolCallingManager): ToolCallingAdvisor.Builder {
    return new AuditingBuilder().toolCallingManager(manager);
  }
}
// #endregion

export async function withRedis(url: string, use: (memory: ChatMemory) => Promise<void>) {
  // #region memory-redis
  const connection = new RedisConnection({ url });

  const memory = MessageWindowChatMemory.builder()
    .chatMemoryRepository(new RedisChatMemoryRepository(connection, { timeToLive: 30 * 86_400_000 }))
    .build();
  // #endregion
  await use(memory);
  // #region memory-redis
  await connection.close();
  // #endregion
}

export async function withPostgres(url: string, use: (memory: ChatMemory) => Promise<void>) {
  // #region memory-postgres
  const database = openDatabase({ url }); // 'postgres://app:secret@localhost/app', or 'pglite:./data/memory'
  await migrate(database);

  const memory = MessageWindowChatMemory.builder()
    .chatMemoryRepository(new PostgresChatMemoryRepository(database))
    .build();
  // #endregion
  await use(memory);
  // #region memory-postgres
  await database.close();
  // #endregion
}

export { AuditAutoConfiguration, EchoModel };
