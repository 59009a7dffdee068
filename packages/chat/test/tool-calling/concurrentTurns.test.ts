import { describe, expect, it } from '@jest/globals';
import { ChatClient, ToolCallingAdvisor } from '@toolwright/chat';
import {
  AssistantMessage,
  ChatModel,
  type ChatOptions,
  ChatResponse,
  Generation,
  type Prompt,
  type ToolCall,
  type ToolResponseMessage,
} from '@toolwright/model';
import {
  MethodToolCallbackProvider,
  Tool,
  type ToolCallback,
  ToolCallbackProvider,
  type ToolCallEndEvent,
  ToolCallingManager,
  ToolCallListener,
  ToolContext,
} from '@toolwright/tools';
import fc from 'fast-check';
import { TOOL_OPTIONS } from '../support/models.js';

/** Asks for as many calls as the user says, twice, and then repeats what the tools have answered. */
class AskingModel extends ChatModel {
  override get defaultOptions(): ChatOptions {
    return TOOL_OPTIONS;
  }

  override async call({ instructions }: Prompt): Promise<ChatResponse> {
    await new Promise((resolve) => setImmediate(resolve));
    const [turn = '', size = 0] = (instructions[0]?.text ?? '').split(' ');
    const answers = instructions.filter(
      ({ messageType }) => messageType === 'tool',
    ) as readonly unknown[] as readonly ToolResponseMessage[];
    if (answers.length < 2) {
      const calls = Array.from(
        { length: Number(size) },
        (_, index): ToolCall => ({
          id: `${turn}-${answers.length}-${index}`,
          type: 'function',
          name: 'note',
          arguments: JSON.stringify({ word: `${turn}:${index}` }),
        }),
      );
      return answerOf(new AssistantMessage('', { toolCalls: calls }));
    }
    return answerOf(
      new AssistantMessage(
        answers.flatMap(({ responses }) => responses.map(({ id, responseData }) => `${id}=${responseData}`)).join(' '),
      ),
    );
  }

  override async *stream(prompt: Prompt): AsyncIterable<ChatResponse> {
    yield await this.call(prompt);
  }
}

function answerOf(message: AssistantMessage): ChatResponse {
  return new ChatResponse([new Generation(message)]);
}

class Notes {
  @Tool()
  async note(word: string, context: ToolContext): Promise<string> {
    const { turn } = context;
    const count = Number(turn.get('count') ?? 0) + 1;
    turn.set('count', count);
    await new Promise((resolve) => setImmediate(resolve));
    return `${context.require<string>('tenant')}/${word}/${count}`;
  }
}

/** Makes its list anew for every request, as one that asks another process does. */
class LateProvider extends ToolCallbackProvider {
  readonly #tools = MethodToolCallbackProvider.builder().toolObjects(new Notes()).build();

  override async toolCallbacks(): Promise<readonly ToolCallback[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return [...this.#tools.toolCallbacks()];
  }
}

class Ends extends ToolCallListener {
  readonly starts: string[] = [];
  readonly ends: string[] = [];

  override onStart({ toolCallId }: { toolCallId: string }): void {
    this.starts.push(toolCallId);
  }

  override onSuccess({ toolCallId }: ToolCallEndEvent): void {
    this.ends.push(toolCallId);
  }

  override onError({ toolCallId }: ToolCallEndEvent): void {
    this.ends.push(toolCallId);
  }
}

describe('concurrent turns', () => {
  it('[TX-22] [TX-15] [TX-25] of one client, manager and provider never mix, in calls and streams', async () => {
    const ends = new Ends();
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder().toolCallingManager(
      ToolCallingManager.builder().toolCallListeners(ends).build(),
    );
    const client = ChatClient.create(new AskingModel(), { toolCallingAdvisorBuilder });
    const provider = new LateProvider();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 50, maxLength: 50 }), async (sizes) => {
        ends.starts.length = 0;
        ends.ends.length = 0;
        const answers = sizes.map(async (size, index) => {
          const spec = client
            .prompt(`t${index} ${size}`)
            .tools(provider)
            .toolContext({ tenant: `tenant${index}` });
          if (index % 2 === 0) return await spec.call().content();
          let text = '';
          for await (const part of spec.stream().content()) text += part;
          return text;
        });
        const expected = sizes.map((size, turn) =>
          [0, 1].flatMap((round) =>
            Array.from(
              { length: size },
              (_, index) => `t${turn}-${round}-${index}="tenant${turn}/t${turn}:${index}/${round * size + index + 1}"`,
            ),
          ),
        );
        expect(await Promise.all(answers)).toEqual(expected.map((turn) => turn.join(' ')));
        const ids = expected.flatMap((turn) => turn.map((answer) => answer.slice(0, answer.indexOf('='))));
        expect([...ends.starts].sort()).toEqual([...ids].sort());
        expect([...ends.ends].sort()).toEqual([...ids].sort());
      }),
      { numRuns: 5 },
    );
  });
});
