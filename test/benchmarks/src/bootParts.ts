import { ChatClient, ToolCallingAdvisor } from '@toolwright/chat';
import { AssistantMessage, ChatModel, ChatResponse, Generation } from '@toolwright/model';
import {
  DefaultToolExecutionExceptionProcessor,
  FunctionToolCallback,
  StaticToolCallbackResolver,
  type ToolCallback,
  ToolCallingManager,
} from '@toolwright/tools';

/** Always says the same, at once. */
export class ScriptedModel extends ChatModel {
  readonly #response = new ChatResponse([new Generation(new AssistantMessage('ready'))]);

  override call(): Promise<ChatResponse> {
    return Promise.resolve(this.#response);
  }
}

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
  model: () => new ScriptedModel(),
  advisorBuilder: (manager: ToolCallingManager) => ToolCallingAdvisor.builder().toolCallingManager(manager),
  client: (model: ChatModel, toolCallingAdvisorBuilder: ToolCallingAdvisor.Builder) =>
    ChatClient.builder(model, { toolCallingAdvisorBuilder }).build(),
};

/** A started application, as far as the benchmark looks at it. */
export interface Started {
  /** Null where nothing was started. */
  readonly client: ChatClient | null;
  readonly tools: number;
}

/** Starts an application with so many tools. */
export type Start = (toolCount: number) => Promise<Started>;
