import { BaseAdvisor, ChatClient, type ChatClientRequest, type ChatClientResponse } from '@toolwright/chat';
import {
  AssistantMessage,
  ChatModel,
  ChatResponse,
  Generation,
  type Message,
  type Prompt,
  type ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import { Tool, ToolCallbacks, ToolCallingChatOptions, ToolParam } from '@toolwright/tools';
import { handWrittenTurn, type PlainMessage, type Script } from './handWrittenLoop.js';
import { measure } from './measure.js';

/**
 * `npm run bench:chat`: what a round and what a piece of a stream cost in conversations of 10, 200 and 2,000 messages,
 * beside a hand-written loop in the same process over the same instant model.
 */
const HISTORIES = [10, 200, 2000];
const ROUNDS = 10;
const DELTAS = 200;

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

/** Answers at once: a script of rounds when called, a text in pieces when streamed. */
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

  override async *stream(): AsyncIterable<ChatResponse> {
    for (let index = 0; index < DELTAS; index += 1) yield new ChatResponse([new Generation(new AssistantMessage('x'))]);
  }
}

/** The same stream for the hand-written loop. */
async function* plainStream(): AsyncGenerator<{ readonly delta: string }, void, void> {
  for (let index = 0; index < DELTAS; index += 1) yield { delta: 'x' };
}

async function plainText(history: readonly PlainMessage[]): Promise<string> {
  const messages = [...history, { role: 'user', content: 'go' }];
  let text = '';
  for await (const { delta } of plainStream()) text += delta;
  messages.push({ role: 'assistant', content: text });
  return text;
}

const tools = new Map([['add', ({ a, b }: { a: number; b: number }) => String(a + b)]]);
const client = ChatClient.builder(new InstantModel())
  .defaultSystem('You add.')
  .defaultTools(...ToolCallbacks.from(new Adder()))
  .build();

function expectText(text: string | null, expected: string): void {
  if (text !== expected) throw new Error(`expected the text '${expected}', got ${JSON.stringify(text)}`);
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const ANSWER = 'x'.repeat(DELTAS);
const lines = ['history   what         by hand   Toolwright   overhead   ratio'];
for (const length of HISTORIES) {
  const history: readonly Message[] = Array.from({ length }, (_, index) =>
    index % 2 === 0 ? new UserMessage(`question ${index}`) : new AssistantMessage(`answer ${index}`),
  );
  const plainHistory: readonly PlainMessage[] = history.map(({ messageType, text }) => ({
    role: messageType === 'user' ? 'user' : 'assistant',
    content: text ?? '',
  }));
  const request = () => client.prompt().messages(history).user('go');
  const turns = length > 1000 ? 100 : 200;
  const rounds = await measure(
    [
      {
        name: 'round',
        turn: async () => expectText(await handWrittenTurn(script, tools, 'You add.', 'go', plainHistory), 'done'),
      },
      { name: 'round', turn: async () => expectText(await request().call().content(), 'done') },
    ],
    { warmUp: 1000, batches: 9, turns },
  );
  const deltas = await measure(
    [
      { name: 'delta', turn: async () => expectText(await plainText(plainHistory), ANSWER) },
      { name: 'delta', turn: async () => expectText(await textOf(request().stream().content()), ANSWER) },
    ],
    { warmUp: 500, batches: 9, turns },
  );
  for (const [pair, parts] of [
    [rounds, ROUNDS],
    [deltas, DELTAS],
  ] as const) {
    const [plain, toolwright] = pair.map(({ microseconds }) => microseconds / parts);
    if (plain === undefined || toolwright === undefined) throw new Error('nothing was measured');
    const cell = (value: number): string => `${value.toFixed(3)} us`.padStart(12);
    lines.push(
      `${String(length).padStart(7)}   ${pair[0]?.name.padEnd(6) ?? ''} ${cell(plain)} ${cell(toolwright)} ` +
        `${cell(toolwright - plain)} ${(toolwright / plain).toFixed(1).padStart(6)}`,
    );
  }
}

/** Looks at the whole answer of a stream, as loggers, memories and guards do. */
class Watching extends BaseAdvisor {
  override readonly order = 0;

  override before(request: ChatClientRequest): ChatClientRequest {
    return request;
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    return response;
  }
}

const watched = [1, 20].map((count) => {
  const advisors = Array.from({ length: count }, () => new Watching());
  const watchedClient = client
    .mutate()
    .defaultAdvisors(...advisors)
    .build();
  return {
    name: `${count} advisor${count > 1 ? 's' : ''}`,
    turn: async () => expectText(await textOf(watchedClient.prompt('go').stream().content()), ANSWER),
  };
});
lines.push('', 'advisors that look at the whole answer of a stream');
for (const { name, microseconds } of await measure(watched, { warmUp: 300, batches: 9, turns: 100 })) {
  lines.push(`${name.padEnd(11)} ${(microseconds / DELTAS).toFixed(3).padStart(9)} us per delta`);
}
process.stdout.write(`${lines.join('\n')}\n`);
