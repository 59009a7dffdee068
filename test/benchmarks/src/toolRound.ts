import { ChatClient } from '@toolwright/chat';
import {
  AssistantMessage,
  ChatModel,
  ChatResponse,
  Generation,
  type Prompt,
  type ToolResponseMessage,
} from '@toolwright/model';
import { Tool, ToolCallbacks, ToolCallingChatOptions, ToolParam } from '@toolwright/tools';
import { handWrittenTurn, type Script } from './handWrittenLoop.js';
import { measure } from './measure.js';

/**
 * `npm run bench`: microseconds per tool round of a turn of ten rounds, one tool and an instant model, beside a
 * hand-written loop in the same process. Prints the ratio; exits with 1 when it is above the limit.
 */
const ROUNDS = 10;
const LIMIT = 25;

class Adder {
  @Tool({ description: 'Adds two numbers' })
  add(
    @ToolParam({ name: 'a', type: 'number' }) a: number,
    @ToolParam({ name: 'b', type: 'number' }) b: number,
  ): string {
    return String(a + b);
  }
}

const REPLIES = Array.from({ length: ROUNDS + 1 }, (_, round) =>
  round < ROUNDS
    ? { text: '', calls: [{ id: String(round + 1), name: 'add', arguments: `{"a":${round},"b":1}` }] }
    : { text: 'done', calls: [] },
);

const script: Script = (lastToolCallId) => {
  const reply = REPLIES[lastToolCallId === undefined ? 0 : Number(lastToolCallId)];
  if (!reply) throw new Error(`no reply after ${lastToolCallId ?? 'the question'}`);
  return reply;
};

class InstantModel extends ChatModel {
  readonly #options = ToolCallingChatOptions.builder().build();

  override get defaultOptions(): ToolCallingChatOptions {
    return this.#options;
  }

  override async call(prompt: Prompt): Promise<ChatResponse> {
    const last = prompt.instructions.at(-1);
    const reply = script(last?.messageType === 'tool' ? (last as ToolResponseMessage).responses[0]?.id : undefined);
    const toolCalls = reply.calls.map((call) => ({ ...call, type: 'function' }));
    return new ChatResponse([new Generation(new AssistantMessage(reply.text, { toolCalls }))]);
  }
}

const client = ChatClient.builder(new InstantModel())
  .defaultSystem('You add.')
  .defaultTools(...ToolCallbacks.from(new Adder()))
  .build();
const tools = new Map([['add', ({ a, b }: { a: number; b: number }) => String(a + b)]]);

const check = (text: string | null): void => {
  if (text !== 'done') throw new Error(`expected the final text 'done', got ${JSON.stringify(text)}`);
};

const [plain, toolwright] = await measure(
  [
    { name: 'hand-written loop', turn: async () => check(await handWrittenTurn(script, tools, 'You add.', 'go')) },
    { name: 'Toolwright', turn: async () => check(await client.prompt().user('go').call().content()) },
  ],
  { warmUp: 3000, batches: 15, turns: 400 },
);
if (!plain || !toolwright) throw new Error('nothing was measured');

const ratio = toolwright.microseconds / plain.microseconds;
const line = (name: string, microseconds: number): string =>
  `${name.padEnd(20)} ${(microseconds / ROUNDS).toFixed(2).padStart(8)} us per round`;
process.stdout.write(
  [
    `Turn of ${ROUNDS} rounds, one tool, instant model (median of 15 batches)`,
    line(plain.name, plain.microseconds),
    line(toolwright.name, toolwright.microseconds),
    `ratio ${ratio.toFixed(1)} (at most ${LIMIT})`,
    '',
  ].join('\n'),
);
if (ratio > LIMIT) process.exitCode = 1;
