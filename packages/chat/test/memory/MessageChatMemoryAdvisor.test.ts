import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AdvisorParams,
  ChatClient,
  ChatMemory,
  ChatMemoryTurn,
  type ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  isMemoryAdvisor,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
} from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import { AssistantMessage, ChatResponse, Generation, type Message, UserMessage } from '@toolwright/model';
import { chunkedReply } from '@toolwright/testing';
import { PassingAdvisor } from '../support/advisors.js';
import { callThrough, requestOf, streamThrough } from '../support/loops.js';
import { A, Atc, ID, S, StampingRepository, T, U } from '../support/memory.js';
import { AnyModel, collect, scripted, shorthand, TOOL_OPTIONS } from '../support/models.js';

let memory: ChatMemory;
let logs: RecordingLogProvider;
beforeEach(() => {
  memory = MessageWindowChatMemory.builder().build();
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

const advisor = () => MessageChatMemoryAdvisor.builder(memory).build();
const stored = async (id = ID) => shorthand(await memory.get(id));
const inConversation = (messages: readonly Message[], id: unknown = ID) =>
  requestOf(messages, TOOL_OPTIONS, { [ChatMemory.CONVERSATION_ID]: id });

/** Runs one turn over a memory that holds `held`, and returns what the model was sent. */
async function sent(held: readonly Message[], prompt: readonly Message[]): Promise<readonly string[]> {
  if (held.length > 0) await memory.add(ID, held);
  const model = scripted('answer');
  await callThrough(model, inConversation(prompt), advisor());
  return shorthand(model.prompts[0]);
}

describe('the memory advisor', () => {
  it('[ME-08] needs a memory and stands outside the loop by default', () => {
    expect(() => MessageChatMemoryAdvisor.builder(null as never)).toThrow(
      expect.objectContaining({ name: 'IllegalArgumentException', message: 'chatMemory cannot be null' }),
    );
    expect(advisor().order).toBe(-2147483448);
    expect(MessageChatMemoryAdvisor.builder(memory).order(42).build().order).toBe(42);
    expect(advisor().name).toBe('MessageChatMemoryAdvisor');
    expect(isMemoryAdvisor(advisor())).toBe(true);
  });

  it('[ME-09] needs a conversation id, of whatever type', async () => {
    const ask = (request: ReturnType<typeof requestOf>) => callThrough(scripted('answer'), request, advisor());
    const refused = (message: string) => expect.objectContaining({ name: 'IllegalArgumentException', message });
    await expect(ask(requestOf([U('u')]))).rejects.toEqual(refused('conversationId cannot be null'));
    await expect(ask(inConversation([U('u')], null))).rejects.toEqual(refused('conversationId cannot be null'));
    await expect(ask(inConversation([U('u')], ''))).rejects.toEqual(refused('conversationId cannot be null or empty'));
    await ask(inConversation([U('u')], 42));
    expect(await stored('42')).toEqual(['U u', 'A answer']);
    await ask(inConversation([U('u')], new URL('conversation:7')));
    expect(await stored('conversation:7')).toEqual(['U u', 'A answer']);
    for (const id of [{ user: 1 }, Object.create(null)]) {
      await expect(ask(inConversation([U('u')], id))).rejects.toEqual(
        refused('conversationId cannot be null or empty'),
      );
    }
    const streamed = streamThrough(scripted('answer'), requestOf([U('u')]), advisor());
    await expect(streamed).rejects.toEqual(refused('conversationId cannot be null'));
  });

  it('[ME-10] shows the message inside the turn before the model answers, and stores it with the answer', async () => {
    let before: readonly string[] = [];
    const model = scripted(async () => {
      before = await stored();
      return 'Hi';
    });
    let seen: readonly string[] | undefined;
    const inside = new PassingAdvisor('inside', 0, (request) => {
      seen = shorthand(ChatMemoryTurn.of(request.turn)?.messages ?? []);
      expect(ChatMemoryTurn.of(request.turn)?.conversationId).toBe(ID);
      return request;
    });
    const request = inConversation([U('Hello')]);
    await callThrough(model, request, advisor(), inside);
    expect(model.prompts[0]).toBe(request.prompt);
    expect(seen).toEqual(['U Hello']);
    expect(before).toEqual([]);
    expect(await stored()).toEqual(['U Hello', 'A Hi']);
  });

  it('[ME-11] sends history, then the prompt, with the first system message in front', async () => {
    expect(await sent([U('p'), A('p')], [U('u'), S('s'), S('t')])).toEqual(['S s', 'U p', 'A p', 'U u', 'S t']);
  });

  it('[ME-12] stores the last message only, and no system message', async () => {
    const model = scripted(new Error('ends here'));
    await expect(callThrough(model, inConversation([S('s'), U('u'), A('a'), T('1')]), advisor())).rejects.toThrow();
    expect(await stored()).toEqual(['T result of 1']);
  });

  it('[ME-13] adds nothing that the prompt holds already', async () => {
    const prompt = [U('u'), Atc('1'), T('1')];
    expect(await sent([U('u'), Atc('1')], prompt)).toEqual(['U u', 'A(tc) tool', 'T result of 1']);
    expect(await stored()).toEqual(['U u', 'A(tc) tool', 'T result of 1', 'A answer']);
  });

  it('[ME-15] stores the answers of all generations in order, and nothing without a response', async () => {
    const two = new ChatResponse([
      new Generation(new AssistantMessage('one')),
      new Generation(new AssistantMessage('two')),
    ]);
    await callThrough(new AnyModel([two]), inConversation([U('u')]), advisor());
    expect(await stored()).toEqual(['U u', 'A one', 'A two']);
    await callThrough(new AnyModel([null]), inConversation([U('v')], 'other'), advisor());
    expect(await stored('other')).toEqual([]);
  });

  describe.each(['call', 'stream'] as const)('in two turns of %s()', (mode) => {
    it('[ME-16] sends the first one along', async () => {
      const model = scripted(chunkedReply('Hello ', 'John'), 'John.');
      const client = ChatClient.builder(model).defaultSystem('Default system text.').defaultAdvisors(advisor()).build();
      for (const question of ['my name is John', 'What is my name?']) {
        const spec = client
          .prompt()
          .user(question)
          .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, ID));
        if (mode === 'call') await spec.call().content();
        else await collect(spec.stream().content());
      }
      expect(shorthand(model.prompts[1])).toEqual([
        'S Default system text.',
        'U my name is John',
        'A Hello John',
        'U What is my name?',
      ]);
      expect(await stored()).toEqual(['U my name is John', 'A Hello John', 'U What is my name?', 'A John.']);
    });
  });

  it('[CX-115] invents no user message and begins no conversation with an answer', async () => {
    expect(await sent([], [S('s')])).toEqual(['S s']);
    expect(await stored()).toEqual([]);
    expect(await sent([U('p'), A('p')], [S('s')])).toEqual(['S s', 'U p', 'A p']);
    expect(await stored()).toEqual(['U p', 'A p', 'A answer']);
  });

  it('[CX-116] stores all messages after the last answer that memory lacks', async () => {
    await sent([], [U('1'), U('2'), U('3')]);
    expect(await stored()).toEqual(['U 1', 'U 2', 'U 3', 'A answer']);
    await memory.clear(ID);
    expect(await sent([U('1'), U('2')], [U('1'), U('2'), U('3')])).toEqual(['U 1', 'U 2', 'U 3']);
    expect(await stored()).toEqual(['U 1', 'U 2', 'U 3', 'A answer']);
  });

  it('sends each of two conversations its own', async () => {
    const model = scripted('1', '2', '3');
    await callThrough(model, inConversation([U('a')], 'a'), advisor());
    await callThrough(model, inConversation([U('b')], 'b'), advisor());
    await callThrough(model, inConversation([U('c')], 'a'), advisor());
    expect(shorthand(model.prompts[2])).toEqual(['U a', 'A 1', 'U c']);
    expect(await stored('b')).toEqual(['U b', 'A 2']);
  });

  it('keeps a question that is asked again as a new one', async () => {
    expect(await sent([U('u'), A('a')], [U('u')])).toEqual(['U u', 'A a', 'U u']);
    expect(await stored()).toEqual(['U u', 'A a', 'U u', 'A answer']);
  });

  it('sends what only the end of memory and the start of the prompt share once', async () => {
    expect(await sent([U('1'), A('1'), U('2'), A('2')], [U('2'), A('2'), U('3')])).toEqual([
      'U 1',
      'A 1',
      'U 2',
      'A 2',
      'U 3',
    ]);
    expect(await stored()).toEqual(['U 1', 'A 1', 'U 2', 'A 2', 'U 3', 'A answer']);
  });
});

describe('messages that come back from a repository', () => {
  const over = (repository: ChatMemoryRepository): void => {
    memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).build();
  };

  it('[ME-14] [CX-128] equal those of the prompt, whatever metadata was added', async () => {
    over(new StampingRepository());
    expect(await sent([U('u'), A('a')], [U('u'), A('a'), U('v')])).toEqual(['U u', 'A a', 'U v']);
    expect(await stored()).toEqual(['U u', 'A a', 'U v', 'A answer']);
  });

  it('[CX-128] equal those of the prompt, whatever metadata was dropped', async () => {
    class ForgetfulRepository extends InMemoryChatMemoryRepository {
      override async findByConversationId(id: string): Promise<readonly Message[]> {
        return (await super.findByConversationId(id)).map(({ messageType, text }) =>
          messageType === 'user' ? U(text ?? '') : A(text ?? ''),
        );
      }
    }
    over(new ForgetfulRepository());
    const [question, answer] = [
      new UserMessage('u', { metadata: { author: 'Ann' } }),
      new AssistantMessage('a', { metadata: { logprobs: 1 } }),
    ];
    expect(await sent([question, answer], [question, answer, U('v')])).toEqual(['U u', 'A a', 'U v']);
    const equal = [new UserMessage('u', { metadata: { author: 'Ann' } }), A('a'), U('v'), A('answer'), U('w')];
    expect(await sent([], equal)).toEqual(['U u', 'A a', 'U v', 'A answer', 'U w']);
  });

  it('[CX-128] equal those of the prompt with tool calls too', async () => {
    over(new StampingRepository());
    expect(await sent([U('u'), Atc('1'), T('1')], [U('u'), Atc('1'), T('1'), A('a'), U('v')])).toEqual([
      'U u',
      'A(tc) tool',
      'T result of 1',
      'A a',
      'U v',
    ]);
  });

  it('differ where an entry of the author differs', async () => {
    over(new InMemoryChatMemoryRepository());
    const from = (author: string): UserMessage => new UserMessage('u', { metadata: { author } });
    expect(await sent([from('Ann'), A('a')], [from('Bob')])).toEqual(['U u', 'A a', 'U u']);
    await memory.clear(ID);
    expect(await sent([from('Ann'), A('a')], [from('Bob'), A('a'), U('v')])).toHaveLength(5);
  });
});

describe('a conversation that others left incomplete', () => {
  it.each([
    ['a call without its results', [U('1'), Atc('1'), U('2')], ['U 1', 'U 2', 'U now']],
    ['results without their call', [U('1'), T('1'), A('1')], ['U 1', 'A 1', 'U now']],
    ['a call with some of its results', [U('1'), Atc('1', '2'), T('1'), A('1')], ['U 1', 'A 1', 'U now']],
    ['results of another call', [U('1'), Atc('1'), T('1', '2'), A('1')], ['U 1', 'A 1', 'U now']],
    ['a call at the end', [U('1'), A('1'), U('2'), Atc('1')], ['U 1', 'A 1', 'U 2', 'U now']],
    [
      'nothing wrong',
      [U('1'), Atc('1', '2'), T('1', '2'), A('1')],
      ['U 1', 'A(tc) tool,tool', 'T result of 1,result of 2', 'A 1', 'U now'],
    ],
  ])('[CX-111] is sent without %s', async (_, held, expected) => {
    expect(await sent(held, [U('now')])).toEqual(expected);
    expect(logs.messages('warn')).toHaveLength(expected.length === held.length + 1 ? 0 : 1);
    for (const warning of logs.messages('warn')) {
      expect(warning).toMatch(/^Conversation conversation holds \d message\(s\) of tool calls that lack their results/);
    }
  });

  it('[CX-111] is completed by results in the prompt', async () => {
    expect(await sent([U('1'), A('1'), U('2'), Atc('1')], [T('1')])).toEqual([
      'U 1',
      'A 1',
      'U 2',
      'A(tc) tool',
      'T result of 1',
    ]);
    expect(await stored()).toEqual(['U 1', 'A 1', 'U 2', 'A(tc) tool', 'T result of 1', 'A answer']);
    expect(logs.messages('warn')).toEqual([]);
  });

  it('[CX-111] is sent as it is where the caller put it into the prompt', async () => {
    expect(await sent([], [U('1'), Atc('1'), U('2')])).toEqual(['U 1', 'A(tc) tool', 'U 2']);
    expect(logs.messages('warn')).toEqual([]);
  });
});

describe('the loop by hand', () => {
  it('[UC-08] stores each round once, in the end the whole turn', async () => {
    const answers = [Atc('1'), Atc('2'), A('done')];
    const model = scripted(...answers);
    const client = ChatClient.builder(model)
      .defaultAdvisors(advisor(), AdvisorParams.toolCallingAdvisorAutoRegister(false))
      .defaultAdvisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, ID))
      .build();
    const history: Message[] = [U('question')];
    const afterEachPass: (readonly string[])[] = [];
    for (let round = 1; ; round++) {
      const output = (await client.prompt().messages(history).call().chatResponse())?.result?.output;
      afterEachPass.push(await stored());
      if (!output?.hasToolCalls()) break;
      history.push(output, T(`${round}`));
    }
    const steps = ['U question', 'A(tc) tool', 'T result of 1', 'A(tc) tool', 'T result of 2', 'A done'];
    expect(afterEachPass).toEqual([[], steps.slice(0, 3), steps]);
    expect(model.prompts.map(shorthand)).toEqual([steps.slice(0, 1), steps.slice(0, 3), steps.slice(0, 5)]);
  });
});
