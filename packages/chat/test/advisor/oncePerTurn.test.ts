import { describe, expect, it } from '@jest/globals';
import {
  BaseAdvisor,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  oncePerTurn,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { type Message, SystemMessage, UserMessage } from '@toolwright/model';
import { asks, call, collect, scripted, shorthand } from '../support/models.js';
import { StubTool } from '../support/tools.js';

/** Adds what a search has found, in one of several ways, and counts its searches. */
class Retrieval extends BaseAdvisor {
  override readonly order = ToolCallingAdvisor.DEFAULT_ORDER + 100;
  searches = 0;
  answers = 0;

  constructor(readonly change: (messages: readonly Message[], found: string) => readonly Message[]) {
    super();
  }

  override before(request: ChatClientRequest): ChatClientRequest {
    const found = `found ${++this.searches}`;
    return request.withPrompt(request.prompt.withInstructions(this.change(request.prompt.instructions, found)));
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    this.answers++;
    return response;
  }
}

const replace = (messages: readonly Message[], found: string): readonly Message[] =>
  messages.map((message) => (message.messageType === 'user' ? new UserMessage(`${message.text}, ${found}`) : message));
const prepend = (messages: readonly Message[], found: string): readonly Message[] => [
  new SystemMessage(found),
  ...messages,
];
const append = (messages: readonly Message[], found: string): readonly Message[] => [
  ...messages,
  new UserMessage(found),
];

async function promptsOf(retrieval: Retrieval, advisor: BaseAdvisor, mode: 'call' | 'stream'): Promise<unknown> {
  const model = scripted(asks(call('a')), asks(call('b')), 'Done.');
  const spec = ChatClient.create(model)
    .prompt('go')
    .system('Be brief.')
    .tools(new StubTool('a', 'A'), new StubTool('b', 'B'))
    .advisors(advisor);
  if (mode === 'call') await spec.call().content();
  else await collect(spec.stream().content());
  expect(retrieval.answers).toBe(3);
  return model.prompts.map(shorthand);
}

describe.each(['call', 'stream'] as const)('oncePerTurn (%s)', (mode) => {
  const rest = ['A(tc) a', 'T A', 'A(tc) b', 'T B'];

  it('[CX-126] does the work in the first round and repeats the change of the prompt', async () => {
    const cases = [
      [replace, ['S Be brief.', 'U go, found 1']],
      [prepend, ['S found 1', 'S Be brief.', 'U go']],
      [append, ['S Be brief.', 'U go', 'U found 1']],
    ] as const;
    for (const [change, first] of cases) {
      const retrieval = new Retrieval(change);
      const advisor = oncePerTurn(retrieval);
      expect([advisor.name, advisor.order]).toEqual(['Retrieval', retrieval.order]);
      expect(await promptsOf(retrieval, advisor, mode)).toEqual([
        first,
        [...first, ...rest.slice(0, 2)],
        [...first, ...rest],
      ]);
      expect(retrieval.searches).toBe(1);
    }
  });

  it('works every round without it', async () => {
    const retrieval = new Retrieval(replace);
    expect(await promptsOf(retrieval, retrieval, mode)).toEqual([
      ['S Be brief.', 'U go, found 1'],
      ['S Be brief.', 'U go, found 2', ...rest.slice(0, 2)],
      ['S Be brief.', 'U go, found 3', ...rest],
    ]);
  });

  it('works once for each of two turns', async () => {
    const retrieval = new Retrieval(replace);
    const advisor = oncePerTurn(retrieval);
    await promptsOf(retrieval, advisor, mode);
    retrieval.answers = 0;
    await promptsOf(retrieval, advisor, mode);
    expect(retrieval.searches).toBe(2);
  });

  it('leaves out of a shorter prompt what it cannot place', async () => {
    const retrieval = new Retrieval(append);
    const model = scripted(asks(call('a')), 'Done.');
    const loop = ToolCallingAdvisor.builder().disableInternalConversationHistory().build();
    const spec = ChatClient.create(model)
      .prompt('go')
      .system('Be brief.')
      .tools(new StubTool('a', 'A'))
      .advisors(loop, oncePerTurn(retrieval));
    await (mode === 'call' ? spec.call().content() : collect(spec.stream().content()));
    expect(model.prompts.map(shorthand)).toEqual([
      ['S Be brief.', 'U go', 'U found 1'],
      ['S Be brief.', 'T A'],
    ]);
  });
});
