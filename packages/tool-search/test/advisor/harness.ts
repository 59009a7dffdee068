import {
  ChatClientRequest,
  type ChatClientResponse,
  ChatModelCallAdvisor,
  ChatModelStreamAdvisor,
  type CallAdvisor,
  DefaultAroundAdvisorChain,
  type StreamAdvisor,
} from '@toolwright/chat';
import {
  AssistantMessage,
  type ChatModel,
  type ChatOptions,
  type Message,
  Prompt,
  ToolResponseMessage,
} from '@toolwright/model';
import {
  ToolCallback,
  ToolCallingChatOptions,
  type ToolContext,
  ToolDefinition,
  ToolMetadata,
} from '@toolwright/tools';
import {
  RegexToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
  ToolSearchToolCallingAdvisor,
} from '@toolwright/tool-search';

/** The key under which sessions are found by default. */
export const SESSION_KEY = 'chat_memory_conversation_id';

/** Both ways to run a turn; every behaviour holds for both. */
export const MODES = ['call', 'stream'] as const;
export type Mode = (typeof MODES)[number];

/** A regex index that notes what is done to it. */
export class RecordingToolIndex extends RegexToolIndex {
  readonly changes: string[] = [];
  readonly indexed: (readonly ToolReference[])[] = [];
  readonly searches: ToolSearchRequest[] = [];

  override async indexTools(sessionId: string, tools: readonly ToolReference[]): Promise<void> {
    this.changes.push(`index ${sessionId}: ${tools.map(({ toolName }) => toolName).join(' ')}`);
    this.indexed.push(tools);
    await Promise.resolve();
    await super.indexTools(sessionId, tools);
  }

  override async clearIndex(sessionId: string): Promise<void> {
    this.changes.push(`clear ${sessionId}`);
    await super.clearIndex(sessionId);
  }

  override async search(request: ToolSearchRequest, signal?: AbortSignal): Promise<ToolSearchResponse> {
    this.searches.push(request);
    return super.search(request, signal);
  }
}

const NO_PARAMETERS = '{"type":"object","properties":{}}';

/** What a test tool can be given beside its name and description. */
export interface TestToolParts {
  readonly inputSchema?: string;
  readonly returnDirect?: boolean;
  readonly category?: string;
  readonly run?: (input: string, context?: ToolContext) => string | Promise<string>;
}

export class TestTool extends ToolCallback {
  override readonly definition: ToolDefinition;
  readonly #metadata: ToolMetadata;
  readonly inputs: string[] = [];
  readonly #run: NonNullable<TestToolParts['run']>;

  constructor(name: string, description: string, parts: TestToolParts = {}) {
    super();
    const inputSchema = parts.inputSchema ?? NO_PARAMETERS;
    this.definition = ToolDefinition.builder().name(name).description(description).inputSchema(inputSchema).build();
    this.#metadata = ToolMetadata.builder()
      .returnDirect(parts.returnDirect ?? false)
      .attributes(parts.category === undefined ? {} : { category: parts.category })
      .build();
    this.#run = parts.run ?? (() => `${name} done`);
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  override async call(input: string, context?: ToolContext): Promise<string> {
    this.inputs.push(input);
    return this.#run(input, context);
  }
}

export const weather = (): TestTool => new TestTool('weather', 'Get the weather for a city');
export const clothing = (): TestTool => new TestTool('clothing', 'Get clothing shop names');
export const currentTime = (): TestTool => new TestTool('currentTime', 'Current date and time');

/** A builder over a fresh index. */
export function searchAdvisor(index: RegexToolIndex = new RegexToolIndex()): ToolSearchToolCallingAdvisor.Builder {
  return ToolSearchToolCallingAdvisor.builder().toolIndex(index);
}

/** What a turn is run with. */
export interface TurnParts {
  readonly mode?: Mode;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolCallback[];
  readonly sessionId?: unknown;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly options?: ChatOptions | null;
  /** Advisors beside the one under test. */
  readonly beside?: readonly (CallAdvisor & StreamAdvisor)[];
}

export function requestOf(parts: TurnParts): ChatClientRequest {
  const options =
    parts.options === undefined ? new ToolCallingChatOptions({ toolCallbacks: parts.tools ?? [] }) : parts.options;
  return ChatClientRequest.builder()
    .prompt(new Prompt(parts.messages, options))
    .context(parts.context ?? { [SESSION_KEY]: parts.sessionId ?? 'session-1' })
    .build();
}

export function chainOf(
  advisor: ToolSearchToolCallingAdvisor,
  model: ChatModel,
  beside: TurnParts['beside'] = [],
): DefaultAroundAdvisorChain {
  return DefaultAroundAdvisorChain.builder()
    .pushAll([advisor, ...beside, new ChatModelCallAdvisor(model), new ChatModelStreamAdvisor(model)])
    .build();
}

/** Runs a turn to its end; of a stream all chunks are returned, of a call the one response. */
export async function runTurn(
  advisor: ToolSearchToolCallingAdvisor,
  model: ChatModel,
  parts: TurnParts,
): Promise<readonly ChatClientResponse[]> {
  const chain = chainOf(advisor, model, parts.beside);
  const request = requestOf(parts);
  if ((parts.mode ?? 'call') === 'call') return [await chain.nextCall(request)];
  const chunks: ChatClientResponse[] = [];
  for await (const chunk of chain.nextStream(request)) chunks.push(chunk);
  return chunks;
}

/** The text that reaches the caller. */
export function textOf(responses: readonly ChatClientResponse[]): string {
  return responses.map(({ chatResponse }) => chatResponse?.result?.output.text ?? '').join('');
}

export function optionsOf(prompt: Prompt | undefined): ToolCallingChatOptions {
  return prompt?.options as ToolCallingChatOptions;
}

/** Names of the tools that a model request carried. */
export function toolsSent(prompt: Prompt | undefined): readonly string[] {
  return (optionsOf(prompt).toolCallbacks ?? []).map(({ definition }) => definition.name);
}

/** The messages of a completed tool round: calls of the named tools with these results. */
export function toolRound(...answers: readonly (readonly [name: string, result: string])[]): readonly Message[] {
  const toolCalls = answers.map(([name], n) => ({ id: `c${n}`, type: 'function', name, arguments: '{}' }));
  const responses = answers.map(([name, responseData], n) => ({ id: `c${n}`, name, responseData }));
  return [new AssistantMessage(null, { toolCalls }), new ToolResponseMessage(responses)];
}

/** The results of the tools in the last message of a model request. */
export function resultsIn(prompt: Prompt | undefined): readonly string[] {
  const last = prompt?.instructions.at(-1);
  return last instanceof ToolResponseMessage ? last.responses.map(({ responseData }) => responseData) : [];
}

export async function thrownBy(action: () => unknown): Promise<Error> {
  try {
    await action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}
