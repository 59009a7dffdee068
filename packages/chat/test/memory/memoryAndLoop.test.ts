import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Advisor,
  type CallAdvisor,
  type CallAdvisorChain,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatMemory,
  ChatMemoryTurn,
  InMemoryChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  type StreamAdvisor,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import { AssistantMessage, type Message, type ToolCall } from '@toolwright/model';
import { chunkedReply, type ScriptedReply } from '@toolwright/testing';
import { type ToolCallback, ToolCallingManager } from '@toolwright/tools';
import fc from 'fast-check';
import { A, AppendingRepository, complaintsAbout, ID, S, U } from '../support/memory.js';
import { call, collect, scripted, shorthand } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const INSIDE = ToolCallingAdvisor.DEFAULT_ORDER + 100;
const OUTSIDE = Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER;
const MODES = ['call', 'stream'] as const;

let memory: MessageWindowChatMemory;
let logs: RecordingLogProvider;
beforeEach(() => {
  memory = MessageWindowChatMemory.builder().build();
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

interface Turn {
  readonly order: number;
  readonly mode?: (typeof MODES)[number];
  readonly system?: string | null;
  readonly tools?: readonly ToolCallback[];
  readonly advisors?: readonly Advisor[];
  readonly question?: string;
  readonly signal?: AbortSignal;
  readonly manager?: ToolCallingManager;
  readonly id?: string;
}

const stored = async (id = ID) => shorthand(await memory.get(id));
const tool = new StubTool('tool', ' result ');
const asksOnce = (id = '1') => new AssistantMessage('', { toolCalls: [call('tool', id)] });

/** Runs one turn with the memory advisor at the given order and returns the texts that the caller got. */
async function ask(model: ReturnType<typeof scripted>, turn: Turn): Promise<readonly (string | null)[]> {
  const { order, mode = 'call', system = 'rules', tools = [tool], question = 'question', signal, id = ID } = turn;
  const builder = ToolCallingAdvisor.builder();
  if (turn.manager) builder.toolCallingManager(turn.manager);
  const spec = ChatClient.builder(model, { toolCallingAdvisorBuilder: builder })
    .build()
    .prompt()
    .user(question)
    .tools(...tools)
    .advisors(MessageChatMemoryAdvisor.builder(memory).order(order).build(), ...(turn.advisors ?? []))
    .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, id));
  if (system) spec.system(system);
  const run = signal ? { signal } : {};
  if (mode === 'stream') return collect(spec.stream(run).content());
  return [await spec.call(run).content()];
}

describe('memory outside the loop', () => {
  it('[ME-17] remembers the question and the answer of a tool round', async () => {
    const model = scripted(asksOnce(), 'answer', 'next');
    await ask(model, { order: OUTSIDE, system: 'S', question: '1' });
    expect(model.prompts.map(shorthand)).toEqual([
      ['S S', 'U 1'],
      ['S S', 'U 1', 'A(tc) tool', 'T  result '],
    ]);
    expect(await stored()).toEqual(['U 1', 'A answer']);
    await ask(model, { order: OUTSIDE, system: 'S', question: '2' });
    expect(shorthand(model.prompts[2])).toEqual(['S S', 'U 1', 'A answer', 'U 2']);
  });

  it.each(MODES)('[ME-23] stores one answer per result that is returned directly, by %s()', async (mode) => {
    const tools = [new StubTool('a', 'from a', true), new StubTool('b', 'from b', true)];
    const asking = new AssistantMessage('', { toolCalls: [call('a'), call('b')] });
    await ask(scripted(chunkedReply('Let me see. ', asking)), { order: OUTSIDE, mode, tools });
    expect(await stored()).toEqual(['U question', 'A from a', 'A from b']);
  });

  it.each(MODES)('[ME-23] stores the text of a breached limit as the answer, by %s()', async (mode) => {
    const manager = ToolCallingManager.builder().maxCallsPerTool(1).build();
    const model = scripted(asksOnce('1'), asksOnce('2'));
    const [text] = await ask(model, { order: OUTSIDE, mode, manager });
    expect(text).toContain('limit');
    expect(await stored()).toEqual(['U question', `A ${text}`]);
  });

  it('[ME-25] stores the same text when streaming as call() does', async () => {
    const replies: readonly ScriptedReply[] = [chunkedReply('Let me check.', call('tool', '1')), 'Sunny.'];
    expect(await ask(scripted(...replies), { order: OUTSIDE, mode: 'stream' })).toEqual(['Let me check.', 'Sunny.']);
    expect(await stored()).toEqual(['U question', 'A Sunny.']);
    expect(await ask(scripted(...replies), { order: OUTSIDE, id: 'called' })).toEqual(['Sunny.']);
    expect(await stored('called')).toEqual(['U question', 'A Sunny.']);
  });

  it('[ME-26] stores nothing of a stream that fails', async () => {
    const model = scripted(chunkedReply('Half an ', new Error('line cut')));
    await expect(ask(model, { order: OUTSIDE, mode: 'stream' })).rejects.toThrow('line cut');
    expect(await stored()).toEqual([]);
  });

  it('[ME-26] stores nothing of a stream that is abandoned', async () => {
    const client = ChatClient.builder(scripted(chunkedReply('one ', 'two ', 'three')))
      .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
      .defaultAdvisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, ID))
      .build();
    for await (const text of client.prompt('question').stream().content()) {
      expect(text).toBe('one ');
      break;
    }
    expect(await stored()).toEqual([]);
  });

  it.each([OUTSIDE, INSIDE])(
    '[ME-27] takes the id from the request when a stream has no chunk, at order %d',
    async (order) => {
      expect(await ask(scripted(chunkedReply()), { order, mode: 'stream' })).toEqual([]);
      // The model has said nothing, so there is nothing to remember (ME-15).
      expect(await stored()).toEqual([]);
    },
  );

  it('keeps what advisors between memory and the loop saw in the state of the turn for its tools', async () => {
    let seen: readonly string[] | undefined;
    const curious = new StubTool('tool', (_, context) => {
      seen = shorthand(ChatMemoryTurn.of(context?.turn ?? new Map())?.messages);
      return 'ok';
    });
    await memory.add(ID, [U('0'), A('0')]);
    await ask(scripted(asksOnce(), 'answer'), { order: OUTSIDE, tools: [curious] });
    expect(seen).toEqual(['U 0', 'A 0', 'U question']);
  });
});

describe.each(MODES)('memory inside the loop, by %s()', (mode) => {
  it('[ME-19] remembers the request for a tool and its result', async () => {
    const model = scripted(asksOnce(), 'answer');
    await ask(model, { order: INSIDE, mode, system: 'S' });
    expect(model.prompts.map(shorthand)).toEqual([
      ['S S', 'U question'],
      ['S S', 'U question', 'A(tc) tool', 'T  result '],
    ]);
    const messages = await memory.get(ID);
    expect(shorthand(messages)).toEqual(['U question', 'A(tc) tool', 'T  result ', 'A answer']);
    expect(messages[1]?.text).toBe('');
  });

  it('[ME-20] takes the history of two rounds from memory', async () => {
    const model = scripted(asksOnce('1'), asksOnce('2'), 'answer');
    await ask(model, { order: INSIDE, mode, system: 'S' });
    const turn = ['U question', 'A(tc) tool', 'T  result ', 'A(tc) tool', 'T  result '];
    expect(shorthand(model.prompts[2])).toEqual(['S S', ...turn]);
    expect(await stored()).toEqual([...turn, 'A answer']);
  });

  it('[ME-21] sends all of it with the next turn', async () => {
    const model = scripted(asksOnce(), 'answer', 'next');
    await ask(model, { order: INSIDE, mode, system: 'S', question: '1' });
    await ask(model, { order: INSIDE, mode, system: 'S', question: '2' });
    expect(shorthand(model.prompts[2])).toEqual(['S S', 'U 1', 'A(tc) tool', 'T  result ', 'A answer', 'U 2']);
  });

  it('[ME-22] [CX-110] invents no system message', async () => {
    const model = scripted(asksOnce(), 'answer');
    await ask(model, { order: INSIDE, mode, system: null });
    expect(shorthand(model.prompts[1])).toEqual(['U question', 'A(tc) tool', 'T  result ']);
    expect(await stored()).toEqual(['U question', 'A(tc) tool', 'T  result ', 'A answer']);
  });

  it('[ME-24] stores results that are returned directly with their request, then the answers', async () => {
    const tools = [new StubTool('a', 'from a', true), new StubTool('b', 'from b', true)];
    await ask(scripted(new AssistantMessage('', { toolCalls: [call('a'), call('b')] })), {
      order: INSIDE,
      mode,
      tools,
    });
    expect(await stored()).toEqual(['U question', 'A(tc) a,b', 'T from a,from b', 'A from a', 'A from b']);
  });

  it('[ME-24] stores a breached limit with the results that there are', async () => {
    const manager = ToolCallingManager.builder().maxCallsPerTool(1).build();
    const [text] = await ask(scripted(asksOnce('1'), asksOnce('2')), { order: INSIDE, mode, manager });
    const messages = await memory.get(ID);
    expect(complaintsAbout(messages)).toEqual([]);
    expect(shorthand(messages).slice(0, 3)).toEqual(['U question', 'A(tc) tool', 'T  result ']);
    expect(shorthand(messages).at(-1)).toBe(`A ${text}`);
  });

  it('[ME-24] stores the answered calls of a request that breaches a limit', async () => {
    const manager = ToolCallingManager.builder().maxCallsPerTool(2).build();
    const asking = new AssistantMessage('', { toolCalls: ['1', '2', '3', '4'].map((id) => call('tool', id)) });
    await ask(scripted(asking), { order: INSIDE, mode, manager });
    expect(complaintsAbout(await memory.get(ID))).toEqual([]);
    const model = scripted('next');
    await ask(model, { order: INSIDE, mode, question: '2' });
    expect(complaintsAbout(model.prompts[0]?.instructions ?? [])).toEqual([]);
    expect(logs.messages('warn').filter((line) => line.startsWith('Conversation'))).toEqual([]);
  });

  it('[ME-24] keeps completed steps and drops the open call when a tool ends the turn', async () => {
    let runs = 0;
    const abort = new AbortController();
    const failing = new StubTool('tool', () => {
      runs += 1;
      if (runs === 2) abort.abort(new Error('enough'));
      return `run ${runs}`;
    });
    const model = scripted(asksOnce('1'), asksOnce('2'), 'never');
    await expect(ask(model, { order: INSIDE, mode, tools: [failing], signal: abort.signal })).rejects.toThrow('enough');
    expect(await stored()).toEqual(['U question', 'A(tc) tool', 'T run 1']);
  });

  it('[CX-112] keeps the running turn in every request, however small the window', async () => {
    memory = MessageWindowChatMemory.builder().maxMessages(3).build();
    await memory.add(ID, [U('0'), A('0')]);
    const rounds = ['1', '2', '3', '4', '5', '6'];
    const model = scripted(...rounds.map((id) => asksOnce(id)), 'answer');
    await ask(model, { order: INSIDE, mode, system: null });
    const turn = ['U question', ...rounds.flatMap(() => ['A(tc) tool', 'T  result '])];
    expect(shorthand(model.prompts[6])).toEqual(['U 0', 'A 0', ...turn]);
    expect(await stored()).toEqual([...turn, 'A answer']);
    expect(logs.messages('warn')).toHaveLength(1);
  });
});

it('asks again with the same messages when an advisor inside the loop repeats a round', async () => {
  const retrying: CallAdvisor = {
    name: 'retrying',
    order: INSIDE - 1,
    async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
      try {
        return await chain.nextCall(request);
      } catch {
        return chain.nextCall(request);
      }
    },
  };
  const model = scripted(new Error('busy'), asksOnce(), new Error('busy'), 'answer');
  await ask(model, { order: INSIDE, system: null, advisors: [retrying] });
  const turn = ['U question', 'A(tc) tool', 'T  result '];
  expect(model.prompts.map(shorthand)).toEqual([turn.slice(0, 1), turn.slice(0, 1), turn, turn]);
  expect(await stored()).toEqual([...turn, 'A answer']);
});

it.each(MODES)(
  '[CX-111] forgets what a failed attempt had added, if the next one asks otherwise, by %s()',
  async (mode) => {
    let attempts = 0;
    const hinted = (request: ChatClientRequest): ChatClientRequest =>
      request.withPrompt(request.prompt.withInstructions([...request.prompt.instructions, U(`hint ${++attempts}`)]));
    const hinting: CallAdvisor & StreamAdvisor = {
      name: 'hinting',
      order: INSIDE - 1,
      async adviseCall(request, chain) {
        return chain.nextCall(hinted(request)).catch(() => chain.nextCall(hinted(request)));
      },
      async *adviseStream(request, chain) {
        const chunks = await collect(chain.nextStream(hinted(request))).catch(() => null);
        yield* chunks ?? chain.nextStream(hinted(request));
      },
    };
    const model = scripted(new Error('busy'), asksOnce(), new Error('busy'), 'answer');
    await ask(model, { order: INSIDE, mode, system: null, advisors: [hinting] });
    const second = ['U question', 'U hint 2', 'A(tc) tool', 'T  result '];
    expect(model.prompts.map(shorthand)).toEqual([
      ['U question', 'U hint 1'],
      ['U question', 'U hint 2'],
      [...second, 'U hint 3'],
      [...second, 'U hint 4'],
    ]);
    expect(await stored()).toEqual([...second, 'U hint 4', 'A answer']);
  },
);

describe('memory inside a loop that keeps its own history', () => {
  const turn = ['U 1', 'A(tc) tool', 'T  result '];

  it.each(MODES)('[ME-18] [CX-130] doubles nothing and is warned of, by %s()', async (mode) => {
    const explicit = ToolCallingAdvisor.builder().build();
    const model = scripted(asksOnce(), 'answer');
    await ask(model, { order: INSIDE, mode, system: 'S', question: '1', advisors: [explicit] });
    expect(shorthand(model.prompts[1])).toEqual(['S S', ...turn]);
    expect(await stored()).toEqual([...turn, 'A answer']);
    expect(logs.messages('warn')).toEqual([
      'Tool Calling Advisor (order=-2147483348) keeps the history of the turn, and so does MessageChatMemoryAdvisor ' +
        '(order=-2147483248) inside of it: messages may be sent twice. ' +
        'Call disableInternalConversationHistory() on the builder of the former.',
    ]);
  });

  it.each(MODES)('[ME-18] [CX-130] doubles nothing from the second turn on either, by %s()', async (mode) => {
    await memory.add(ID, [U('0'), A('0')]);
    const model = scripted(asksOnce('1'), asksOnce('2'), 'answer');
    const advisors = [ToolCallingAdvisor.builder().build()];
    await ask(model, { order: INSIDE, mode, system: 'S', question: '1', advisors });
    expect(shorthand(model.prompts[1])).toEqual(['S S', 'U 0', 'A 0', ...turn]);
    expect(shorthand(model.prompts[2])).toEqual(['S S', 'U 0', 'A 0', ...turn, 'A(tc) tool', 'T  result ']);
    expect(await stored()).toEqual(['U 0', 'A 0', ...turn, 'A(tc) tool', 'T  result ', 'A answer']);
  });
});

describe('a repository without tool messages', () => {
  class PlainRepository extends InMemoryChatMemoryRepository {
    override readonly supportsToolMessages = false as never;
  }
  const plain = (): void => {
    memory = MessageWindowChatMemory.builder().chatMemoryRepository(new PlainRepository()).build();
  };

  it('[CX-113] [ME-32] is refused inside the loop when the chain is built', async () => {
    plain();
    const model = scripted('never');
    const message =
      'MessageChatMemoryAdvisor (order=-2147483248) stands inside the loop of Tool Calling Advisor ' +
      '(order=-2147483348), but PlainRepository does not store tool calls and their results. ' +
      'Give the advisor an order outside the loop, such as -2147483448, or use a repository that stores them.';
    await expect(ask(model, { order: INSIDE })).rejects.toEqual(
      expect.objectContaining({ name: 'IllegalStateException', message }),
    );
    const advisors = [ToolCallingAdvisor.builder().disableInternalConversationHistory().build()];
    await expect(ask(model, { order: INSIDE, advisors })).rejects.toThrow(message);
    expect(model.prompts).toEqual([]);
  });

  it('[CX-113] is accepted outside', async () => {
    plain();
    await ask(scripted(asksOnce(), 'answer'), { order: OUTSIDE });
    expect(await stored()).toEqual(['U question', 'A answer']);
  });
});

/** The points of a turn with one tool round, in the order in which they are passed (TA-15). */
const POINTS = [
  'initialize',
  'before 1',
  'model 1',
  'after 1',
  'checker 1',
  'manager',
  'next instructions',
  'before 2',
  'model 2',
  'after 2',
  'checker 2',
  'finalize',
] as const;

/** A loop that fails at one point. */
class FragileAdvisor extends ToolCallingAdvisor {
  #round = 0;

  constructor(
    readonly point: (typeof POINTS)[number],
    history: boolean,
  ) {
    super({
      ...FragileAdvisor.builder()['settings'](),
      conversationHistoryEnabled: history,
      toolExecutionEligibilityChecker: (response) => this.#pass(`checker ${this.#round}`, response.hasToolCalls()),
    });
  }

  #pass<T>(point: string, value: T): T {
    if (point === this.point) throw new Error(`killed at ${point}`);
    return value;
  }

  protected override doInitializeLoop(request: ChatClientRequest): ChatClientRequest {
    return this.#pass('initialize', request);
  }

  protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
    this.#round += 1;
    return this.#pass(`before ${this.#round}`, request);
  }

  protected override doAfterCall(response: ChatClientResponse): ChatClientResponse {
    return this.#pass(`after ${this.#round}`, response);
  }

  protected override toolExecutionOptions(request: ChatClientRequest) {
    return this.#pass('manager', super.toolExecutionOptions(request));
  }

  protected override doGetNextInstructionsForToolCall(
    ...parts: Parameters<ToolCallingAdvisor['doGetNextInstructionsForToolCall']>
  ) {
    return this.#pass('next instructions', super.doGetNextInstructionsForToolCall(...parts));
  }

  protected override doFinalizeLoop(response: ChatClientResponse): ChatClientResponse {
    return this.#pass('finalize', response);
  }
}

describe.each([
  ['outside', OUTSIDE],
  ['inside', INSIDE],
] as const)('a turn that dies, with memory %s', (_, order) => {
  describe.each(MODES)('by %s()', (mode) => {
    it.each(POINTS)('[CX-111] at "%s" leaves a valid conversation', async (point) => {
      await memory.add(ID, [U('0'), A('0')]);
      const dying = (round: number, reply: ScriptedReply): ScriptedReply =>
        point === `model ${round}` ? new Error(`killed at ${point}`) : reply;
      const model = scripted(dying(1, asksOnce()), dying(2, 'answer'));
      const advisors = [new FragileAdvisor(point, order === OUTSIDE)];
      await expect(ask(model, { order, mode, advisors })).rejects.toThrow(`killed at ${point}`);

      const left = await memory.get(ID);
      expect(complaintsAbout(left)).toEqual([]);
      const steps = ['U question', 'A(tc) tool', 'T  result ', 'A answer'];
      const passed = POINTS.indexOf(point);
      // The checker sees chunks of a stream, so memory has not heard the end of the second answer then.
      const answered = mode === 'stream' && point === 'checker 2' ? 3 : 4;
      const inside = passed > POINTS.indexOf('model 2') ? answered : passed > POINTS.indexOf('before 2') ? 3 : 0;
      const reached = order === OUTSIDE ? 0 : inside;
      expect(shorthand(left)).toEqual(['U 0', 'A 0', ...steps.slice(0, reached)]);

      const next = scripted('again');
      await ask(next, { order, mode, question: 'again' });
      expect(complaintsAbout(next.prompts[0]?.instructions ?? [])).toEqual([]);
      expect(logs.messages('warn').filter((line) => line.startsWith('Conversation'))).toEqual([]);
    });
  });

  it('[CX-111] and is repeated stores the question once', async () => {
    await expect(ask(scripted(new Error('busy')), { order })).rejects.toThrow('busy');
    await ask(scripted('answer'), { order });
    expect(await stored()).toEqual(['U question', 'A answer']);
  });

  it('[CX-111] in the store fails, and the next one works', async () => {
    let down = true;
    class FailingRepository extends InMemoryChatMemoryRepository {
      override async saveAll(id: string, messages: readonly Message[]): Promise<void> {
        if (down) throw new Error('store is down');
        await super.saveAll(id, messages);
      }
    }
    memory = MessageWindowChatMemory.builder().chatMemoryRepository(new FailingRepository()).build();
    await expect(ask(scripted('answer'), { order })).rejects.toThrow('store is down');
    down = false;
    await ask(scripted('answer'), { order });
    expect(await stored()).toEqual(['U question', 'A answer']);
  });
});

describe('concurrent turns of one conversation', () => {
  it.each([
    ['outside', OUTSIDE, InMemoryChatMemoryRepository],
    ['inside', INSIDE, InMemoryChatMemoryRepository],
    ['outside, appending', OUTSIDE, AppendingRepository],
    ['inside, appending', INSIDE, AppendingRepository],
  ] as const)('[CX-117] are each stored in one piece, with memory %s', async (_, order, Repository) => {
    const turns = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), turns, fc.boolean(), async (scheduler, roundsOfTurns, streamed) => {
        memory = MessageWindowChatMemory.builder().chatMemoryRepository(new Repository()).maxMessages(200).build();
        const running = roundsOfTurns.map((rounds, index) => {
          const replies = Array.from({ length: rounds }, (__, round) => asksOnce(`${index}.${round}`));
          const slow = [...replies, `answer ${index}`].map(
            (reply): ScriptedReply =>
              () =>
                scheduler.schedule(Promise.resolve(reply), `turn ${index}`),
          );
          const question = `question ${index}`;
          return ask(scripted(...slow), { order, mode: streamed ? 'stream' : 'call', question });
        });
        await scheduler.waitFor(Promise.all(running));
        const messages = await memory.get(ID);
        expect(complaintsAbout(messages)).toEqual([]);
        const pieces = shorthand(messages)
          .join('\n')
          .split(/^(?=U )/m);
        expect(pieces.map((piece) => piece.trim()).toSorted()).toEqual(
          roundsOfTurns.map((rounds, index) => {
            const steps = order === INSIDE ? Array(rounds).fill('A(tc) tool\nT  result ') : [];
            return [`U question ${index}`, ...(steps as string[]), `A answer ${index}`].join('\n');
          }),
        );
        const ids = messages.flatMap((message) => (message as { toolCalls?: readonly ToolCall[] }).toolCalls ?? []);
        expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
      }),
      { numRuns: 40 },
    );
  });
});

describe('system messages that were added to memory', () => {
  it('are sent in front, once', async () => {
    await memory.add(ID, [S('kept'), U('0'), A('0')]);
    const model = scripted('answer');
    await ask(model, { order: OUTSIDE, system: 'rules' });
    expect(shorthand(model.prompts[0])).toEqual(['S kept', 'U 0', 'A 0', 'S rules', 'U question']);
    await ask(scripted('answer'), { order: OUTSIDE, system: 'kept', id: 'other' });
    expect(await stored('other')).toEqual(['U question', 'A answer']);
  });
});
