import { ChatClient, ToolCallingAdvisor } from '@toolwright/chat';
import { ChatModel } from '@toolwright/model';
import {
  DefaultToolExecutionExceptionProcessor,
  StaticToolCallbackResolver,
  ToolCallback,
  ToolCallingManager,
} from '@toolwright/tools';
import { Container } from 'inversify';
import { parts, type Start } from './bootParts.js';

export const start: Start = async (toolCount) => {
  const container = new Container({ defaultScope: 'Singleton' });
  for (let index = 0; index < toolCount; index += 1) {
    container.bind(ToolCallback).toResolvedValue(() => parts.tool(index), []);
  }
  container.bind(StaticToolCallbackResolver).toDynamicValue((context) => parts.resolver(context.getAll(ToolCallback)));
  container.bind(DefaultToolExecutionExceptionProcessor).toResolvedValue(parts.processor, []);
  container
    .bind(ToolCallingManager)
    .toResolvedValue(parts.manager, [StaticToolCallbackResolver, DefaultToolExecutionExceptionProcessor]);
  container.bind(ChatModel).toResolvedValue(parts.model, []);
  container.bind(ToolCallingAdvisor.Builder).toResolvedValue(parts.advisorBuilder, [ToolCallingManager]);
  container.bind(ChatClient).toResolvedValue(parts.client, [ChatModel, ToolCallingAdvisor.Builder]);
  const client = await container.getAsync(ChatClient);
  return { client, tools: container.getAll(ToolCallback).length };
};
