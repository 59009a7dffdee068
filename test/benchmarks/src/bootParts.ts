import { ChatClient, ToolCallingAdvisor } from '@toolwright/chat';
import { OfflineChatModel } from '@toolwright/models';
import {
  DefaultToolExecutionExceptionProcessor,
  FunctionToolCallback,
  StaticToolCallbackResolver,
  type ToolCallback,
  ToolCallingManager,
} from '@toolwright/tools';

/** What every way of wiring has to make: the same objects by the same functions. */
export const parts = {
  tool: (index: number): ToolCallback =>
    FunctionToolCallback.builder(`tool${index}`, ({ text }: { text: string }) => text)
      .description(`Returns what it is given, as tool ${index}`)
      .inputSchema('{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}')
      .build(),
  resolver: (tools: readonly ToolCallback[]) => new StaticToolCallbackResolver([...tools]),
  processor: () => DefaultToolExecutionExceptionProcessor.builder().build(),
  manager: (resolver: StaticToolCallbackResolver, processor: DefaultToolExecutionExceptionProcessor) =>
    ToolCallingManager.builder().toolCallbackResolver(resolver).toolExecutionExceptionProcessor(processor).build(),
  model: () => new OfflineChatModel(),
  advisorBuilder: (manager: ToolCallingManager) => ToolCallingAdvisor.builder().toolCallingManager(manager),
  client: (model: OfflineChatModel, toolCallingAdvisorBuilder: ToolCallingAdvisor.Builder) =>
    ChatClient.builder(model, { toolCallingAdvisorBuilder }).build(),
};

/** A started application, as far as the benchmark looks at it. */
export interface Started {
  readonly client: ChatClient;
  readonly tools: number;
}

/** Starts an application with so many tools. */
export type Start = (toolCount: number) => Promise<Started>;
