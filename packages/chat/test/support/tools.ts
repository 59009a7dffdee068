import { type ChatResponse, type Prompt, ToolResponseMessage } from '@toolwright/model';
import {
  ToolCallback,
  type ToolCallingChatOptions,
  ToolCallingManager,
  type ToolContext,
  ToolDefinition,
  type ToolExecutionOptions,
  ToolExecutionResult,
  ToolMetadata,
} from '@toolwright/tools';

/** A tool that answers with a fixed text, or with what a function makes of its input. */
export class StubTool extends ToolCallback {
  readonly inputs: string[] = [];
  readonly contexts: (ToolContext | undefined)[] = [];
  override readonly definition: ToolDefinition;
  readonly #metadata: ToolMetadata;

  constructor(
    name: string,
    readonly result: string | ((input: string, context?: ToolContext) => string | Promise<string>) = `${name} result`,
    returnDirect = false,
  ) {
    super();
    this.definition = ToolDefinition.builder().name(name).inputSchema('{"type":"object"}').build();
    this.#metadata = ToolMetadata.builder().returnDirect(returnDirect).build();
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  override async call(input: string, context?: ToolContext): Promise<string> {
    this.inputs.push(input);
    this.contexts.push(context);
    return typeof this.result === 'string' ? this.result : this.result(input, context);
  }
}

/** What a {@link RecordingManager} was asked to run. */
export interface ManagerCall {
  readonly prompt: Prompt;
  readonly response: ChatResponse;
  readonly options: ToolExecutionOptions | undefined;
}

type Respond = (prompt: Prompt, response: ChatResponse, index: number) => ToolExecutionResult;

/** A manager that records what it is asked and answers `T1`, `T2` and so on, unless told otherwise. */
export class RecordingManager extends ToolCallingManager {
  readonly calls: ManagerCall[] = [];

  constructor(readonly respond: Respond = (prompt, response, index) => extended(prompt, response, `T${index + 1}`)) {
    super();
  }

  override resolveToolDefinitions(options: ToolCallingChatOptions): readonly ToolDefinition[] {
    return (options.toolCallbacks ?? []).map(({ definition }) => definition);
  }

  override async executeToolCalls(
    prompt: Prompt,
    response: ChatResponse,
    options?: ToolExecutionOptions,
  ): Promise<ToolExecutionResult> {
    this.calls.push({ prompt, response, options });
    return this.respond(prompt, response, this.calls.length - 1);
  }
}

/** The history of the prompt, the first answer that asks for tools, and one response per call. */
export function extended(
  prompt: Prompt,
  response: ChatResponse,
  data: string,
  returnDirect = false,
): ToolExecutionResult {
  const asking = response.results.find(({ output }) => output.hasToolCalls()) ?? response.results[0];
  const responses = (asking?.output.toolCalls ?? []).map(({ id, name }) => ({ id, name, responseData: data }));
  return ToolExecutionResult.builder()
    .conversationHistory([...prompt.instructions, asking!.output, new ToolResponseMessage(responses)])
    .returnDirect(returnDirect)
    .build();
}
