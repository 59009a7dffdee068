import {
  AssistantMessage,
  ChatResponse,
  Generation,
  type Message,
  Prompt,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import { ToolCallback, ToolCallingChatOptions, ToolDefinition, ToolMetadata } from '@toolwright/tools';

/** A tool that answers `Mission accomplished!`, or throws what it is given. */
export class TestToolCallback extends ToolCallback {
  override readonly definition: ToolDefinition;
  calls = 0;

  constructor(
    name: string,
    private readonly failure?: Error,
  ) {
    super();
    this.definition = ToolDefinition.builder()
      .name(name)
      .description(`Runs ${name}`)
      .inputSchema('{"type":"object","properties":{}}')
      .build();
  }

  override get metadata(): ToolMetadata {
    return ToolMetadata.builder().build();
  }

  override async call(): Promise<string> {
    this.calls += 1;
    if (this.failure) throw this.failure;
    return 'Mission accomplished!';
  }
}

/** A prompt with `tools` attached and, after the user's message, as many earlier calls per name as asked for. */
export function promptAfter(
  tools: readonly ToolCallback[],
  earlierCalls: Readonly<Record<string, number>> = {},
): Prompt {
  const messages: Message[] = [new UserMessage('go')];
  for (const [name, count] of Object.entries(earlierCalls)) {
    for (let index = 0; index < count; index += 1) {
      const id = `${name}-${index}`;
      messages.push(new AssistantMessage('', { toolCalls: [{ id, type: 'function', name, arguments: '{}' }] }));
      messages.push(new ToolResponseMessage([{ id, name, responseData: 'ok' }]));
    }
  }
  return new Prompt(
    messages,
    ToolCallingChatOptions.builder()
      .toolCallbacks([...tools])
      .build(),
  );
}

/** A response that asks for one call of each name. */
export function responseCalling(...names: readonly string[]): ChatResponse {
  const toolCalls = names.map((name, index) => ({ id: `call-${index}`, type: 'function', name, arguments: '{}' }));
  return new ChatResponse([new Generation(new AssistantMessage('', { toolCalls }))]);
}

/** The texts of the last tool-response message. */
export function lastResponses(history: readonly Message[]): readonly string[] {
  return (history.at(-1) as ToolResponseMessage).responses.map(({ responseData }) => responseData);
}
