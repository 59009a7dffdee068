import {
  AssistantMessage,
  ChatResponse,
  Generation,
  type Message,
  Prompt,
  type ToolCall,
  type ToolResponse,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import {
  ToolCallback,
  ToolCallingChatOptions,
  ToolCallingManager,
  type ToolContext,
  ToolDefinition,
  ToolExecutionException,
  type ToolExecutionOptions,
  type ToolExecutionResult,
  ToolMetadata,
} from '@toolwright/tools';

/** What a tool of these tests does; default: answer `Mission accomplished!`. */
export type ToolBody = (toolInput: string, toolContext?: ToolContext) => string | Promise<string>;

/** What a tool of these tests is beside its name and body. */
export interface TestToolOptions {
  readonly returnDirect?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

/** Answers with its body and remembers every input and context. */
export class TestToolCallback extends ToolCallback {
  override readonly definition: ToolDefinition;
  readonly #metadata: ToolMetadata;
  readonly inputs: string[] = [];
  readonly contexts: (ToolContext | undefined)[] = [];

  constructor(
    name: string,
    private readonly body: ToolBody = () => 'Mission accomplished!',
    options: TestToolOptions = {},
  ) {
    super();
    this.definition = ToolDefinition.builder()
      .name(name)
      .description(options.description ?? '')
      .inputSchema('{}')
      .build();
    this.#metadata = ToolMetadata.builder()
      .returnDirect(options.returnDirect ?? false)
      .attributes(options.attributes ?? {})
      .build();
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  override async call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    this.inputs.push(toolInput);
    this.contexts.push(toolContext);
    return this.body(toolInput, toolContext);
  }
}

/** A tool with this body. */
export function tool(name: string, body?: ToolBody, options?: TestToolOptions): TestToolCallback {
  return new TestToolCallback(name, body, options);
}

/** A tool whose result goes straight to the caller. */
export function directTool(name: string): TestToolCallback {
  return new TestToolCallback(name, undefined, { returnDirect: true });
}

/** A tool that fails with an exception of its own around an error with this message. */
export function failingTool(
  name: string,
  message = 'You failed this city!',
  options?: TestToolOptions,
): TestToolCallback {
  const failing: TestToolCallback = new TestToolCallback(
    name,
    () => {
      throw new ToolExecutionException(failing.definition, new Error(message));
    },
    options,
  );
  return failing;
}

/** A request for a tool; the id is `id-<name>` unless given. */
export function callOf(name: string, args = '{}', id = `id-${name}`): ToolCall {
  return { id, type: 'function', name, arguments: args };
}

/** A model's answer with these calls. */
export function answerWith(...calls: readonly (ToolCall | string)[]): ChatResponse {
  return new ChatResponse([new Generation(assistantWith(...calls))]);
}

export function assistantWith(...calls: readonly (ToolCall | string)[]): AssistantMessage {
  return new AssistantMessage('', {
    toolCalls: calls.map((call) => (typeof call === 'string' ? callOf(call) : call)),
  });
}

/** A prompt of one user message, or of these messages, with these tools attached. */
export function promptWith(
  tools: readonly ToolCallback[],
  messages: readonly Message[] = [new UserMessage('Go')],
): Prompt {
  return new Prompt(messages, ToolCallingChatOptions.builder().toolCallbacks(tools).build());
}

/** A tool-response message of `count` responses of one tool. */
export function priorResponses(name: string, count: number): ToolResponseMessage {
  return new ToolResponseMessage(
    Array.from({ length: count }, (_, index) => ({ id: `prior-${index}`, name, responseData: 'ok' })),
  );
}

/** Runs these calls with the tools attached, and returns the responses. */
export async function respond(
  tools: readonly ToolCallback[],
  calls: readonly (ToolCall | string)[],
  manager: ToolCallingManager = ToolCallingManager.builder().build(),
  options?: ToolExecutionOptions,
): Promise<readonly ToolResponse[]> {
  return responsesOf(await manager.executeToolCalls(promptWith(tools), answerWith(...calls), options));
}

/** The responses in the last message of a history. */
export function responsesOf(result: ToolExecutionResult): readonly ToolResponse[] {
  return (result.conversationHistory.at(-1) as ToolResponseMessage).responses;
}

/** The texts of responses, in order. */
export function texts(responses: readonly ToolResponse[]): readonly string[] {
  return responses.map(({ responseData }) => responseData);
}

/** What a promise rejects with; fails the test if it does not. */
export async function rejection<T = unknown>(promise: Promise<unknown>): Promise<T> {
  try {
    await promise;
  } catch (error) {
    return error as T;
  }
  throw new Error('expected a rejection');
}

/** The partial result that an error carries. */
export function partialOf(error: unknown): ToolExecutionResult {
  return (error as { partialToolExecutionResult: ToolExecutionResult }).partialToolExecutionResult;
}

/** Ends after some milliseconds. */
export async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
