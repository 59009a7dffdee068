import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChatMemory,
  type ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  MessageWindowChatMemory,
} from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import type { Message } from '@toolwright/model';
import fc from 'fast-check';
import { A, AppendingRepository, Atc, ID, S, T, U } from '../support/memory.js';
import { shorthand } from '../support/models.js';

function memoryOf(
  maxMessages: number,
  chatMemoryRepository: ChatMemoryRepository = new InMemoryChatMemoryRepository(),
) {
  return MessageWindowChatMemory.builder().chatMemoryRepository(chatMemoryRepository).maxMessages(maxMessages).build();
}

/** What a memory of the given size holds after these additions. */
async function held(maxMessages: number, ...additions: readonly (Message | readonly Message[])[]) {
  const memory = memoryOf(maxMessages);
  for (const addition of additions) await memory.add(ID, addition);
  return shorthand(await memory.get(ID));
}

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('a window memory', () => {
  it('[ME-01] holds 20 messages in this process and at least one', () => {
    expect(ChatMemory.CONVERSATION_ID).toBe('chat_memory_conversation_id');
    const memory = MessageWindowChatMemory.builder().build();
    expect(memory.maxMessages).toBe(20);
    expect(memory.chatMemoryRepository).toBeInstanceOf(InMemoryChatMemoryRepository);
    for (const size of [0, -1]) {
      expect(() => MessageWindowChatMemory.builder().maxMessages(size).build()).toThrow(
        expect.objectContaining({ name: 'IllegalArgumentException', message: 'maxMessages must be greater than 0' }),
      );
    }
  });

  it('[ME-02] checks what it is given', async () => {
    const memory = memoryOf(3);
    const refused = (message: string) => expect.objectContaining({ name: 'IllegalArgumentException', message });
    for (const id of [null, ''] as unknown as string[]) {
      const expected = refused('conversationId cannot be null or empty');
      await expect(memory.add(id, U('u'))).rejects.toEqual(expected);
      await expect(memory.get(id)).rejects.toEqual(expected);
      await expect(memory.clear(id)).rejects.toEqual(expected);
    }
    await expect(memory.add(ID, null as never)).rejects.toEqual(refused('messages cannot be null'));
    await expect(memory.add(ID, undefined as never)).rejects.toEqual(refused('message cannot be null'));
    await expect(memory.add(ID, [U('u'), null as never])).rejects.toEqual(
      refused('messages cannot contain null elements'),
    );
    expect(await memory.get('unknown')).toEqual([]);
  });

  it('[ME-03] forgets nothing while the limit is reached and not exceeded', async () => {
    expect(await held(3, [U('1'), A('1')], [U('2')])).toEqual(['U 1', 'A 1', 'U 2']);
  });

  it('[ME-04] starts with a whole turn', async () => {
    const [u1, a1, u2, a2, u3, a3] = [U('1'), A('1'), U('2'), A('2'), U('3'), A('3')];
    expect(await held(2, [u1, a1, u2, a2, u3])).toEqual(['U 3']);
    expect(await held(3, [u1, a1, u2, a2, u3, a3])).toEqual(['U 3', 'A 3']);
    expect(await held(4, [u1, A('a'), A('b'), A('c'), u2, a2])).toEqual(['U 2', 'A 2']);
    expect(await held(4, [u1, a1, u2, a2, u3, a3])).toEqual(['U 2', 'A 2', 'U 3', 'A 3']);
  });

  it('[ME-05] never forgets system messages, which count', async () => {
    const [s1, s2] = [S('1'), S('2')];
    expect(await held(3, [s1, U('1'), A('1')], [U('2'), A('2')])).toEqual(['S 1', 'U 2', 'A 2']);
    expect(await held(3, [s1, s2, U('1'), A('1')], [U('2'), A('2')])).toEqual(['S 1', 'S 2']);
    expect(await held(2, [s1, s2], [U('1'), A('1')])).toEqual(['S 1', 'S 2']);
    // The row drops the open question, too; the running turn is never cut (CX-112).
    expect(await held(2, [s1, s2], [U('1'), A('1'), U('2')])).toEqual(['S 1', 'S 2', 'U 2']);
    const warnings = logs.messages('warn').length;
    expect(await held(1, [s1, s2])).toEqual(['S 1', 'S 2']);
    expect(logs.messages('warn')).toHaveLength(warnings);
  });

  it('[ME-06] replaces all system messages by a new one, by an equal one none', async () => {
    expect(await held(20, [S('1'), S('2')], [S('3')])).toEqual(['S 3']);
    expect(await held(20, [S('1'), U('1')], S('1'))).toEqual(['S 1', 'U 1', 'S 1']);
  });

  it('[ME-07] keeps a running turn that is longer than the window', async () => {
    expect(await held(3, U('1'), Atc('1'), T('1'), Atc('2'))).toEqual([
      'U 1',
      'A(tc) tool',
      'T result of 1',
      'A(tc) tool',
    ]);
  });

  it('forgets a conversation and keeps the others', async () => {
    const memory = memoryOf(3);
    await memory.add('a', U('a'));
    await memory.add('b', U('b'));
    await memory.clear('a');
    await memory.clear('unknown');
    expect(await memory.get('a')).toEqual([]);
    expect(shorthand(await memory.get('b'))).toEqual(['U b']);
  });

  it('does not mistake one message that was added twice for two turns to keep', async () => {
    const again = U('again');
    expect(await held(2, [again, A('1')], [again, A('2')])).toEqual(['U again', 'A 2']);
  });
});

describe('[CX-112] a turn that does not fit', () => {
  it('is reported again when many others have been meanwhile: what was reported is not remembered for ever', async () => {
    const memory = memoryOf(1);
    const warnings = () => logs.messages('warn').filter((message) => message.includes('conversation first '));
    const exceed = async (id: string) => {
      await memory.add(id, [U('q'), Atc('x')]);
      await memory.get(id);
    };
    await exceed('first');
    await exceed('first');
    expect(warnings()).toHaveLength(1);
    for (let index = 0; index < 1000; index++) await exceed(`other ${index}`);
    await memory.get('first');
    expect(warnings()).toHaveLength(2);
  });

  it('[CX-112] drops older turns as wholes, tool turns included', async () => {
    const tools = [U('1'), Atc('1'), T('1'), A('1')];
    expect(await held(5, tools, [U('2'), A('2')])).toEqual(['U 2', 'A 2']);
    expect(await held(6, tools, [U('2'), A('2')])).toHaveLength(6);
    expect(await held(3, [S('s'), ...tools, U('2')], [Atc('2'), T('2')])).toEqual([
      'S s',
      'U 2',
      'A(tc) tool',
      'T result of 2',
    ]);
  });

  it('[CX-112] is reported once per conversation, and again after it has fit', async () => {
    const memory = memoryOf(3);
    for (const id of ['one', 'two']) await memory.add(id, [U('1'), Atc('1'), T('1'), A('1')]);
    for (let round = 2; round < 5; round++) await memory.add('one', [Atc(`${round}`), T(`${round}`)]);
    expect(logs.messages('warn')).toEqual(
      ['one', 'two'].map(
        (id) =>
          `The last turn of conversation ${id} does not fit into the window of 3 messages and is kept whole. ` +
          'Raise maxMessages (chat.memory.max-messages).',
      ),
    );
    await memory.add('one', [U('2')]);
    await memory.add('one', [Atc('9'), T('9'), A('9')]);
    expect(logs.messages('warn')).toHaveLength(3);
  });

  it('[CX-112] leaves results behind their calls and a user message in front, whatever is added', async () => {
    const step = fc.constantFrom('plain', 'oneRound', 'twoRounds', 'parallel', 'open', 'unanswered', 'system');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.tuple(step, fc.array(fc.boolean(), { maxLength: 7 })), { maxLength: 12 }),
        fc.boolean(),
        async (maxMessages, turns, appending) => {
          const memory = memoryOf(maxMessages, appending ? new AppendingRepository() : undefined);
          for (const [index, [kind, cuts]] of turns.entries()) {
            const id = (round: number): string => `${index}.${round}`;
            const messages: Record<typeof kind, readonly Message[]> = {
              plain: [U('u'), A('a')],
              oneRound: [U('u'), Atc(id(1)), T(id(1)), A('a')],
              twoRounds: [U('u'), Atc(id(1)), T(id(1)), Atc(id(2)), T(id(2)), A('a')],
              parallel: [U('u'), U('v'), Atc(id(1), id(2)), T(id(1), id(2)), A('a')],
              open: [U('u'), Atc(id(1))],
              unanswered: [U('u')],
              system: [S(`s${index}`)],
            };
            for (const part of split(messages[kind], cuts)) {
              await memory.add(ID, part);
              expectValid(await memory.get(ID));
            }
          }
        },
      ),
      {
        examples: [
          [
            1,
            [
              ['system', []],
              ['twoRounds', [false, true]],
              ['system', []],
            ],
            false,
          ],
        ],
      },
    );
  });
});

describe('concurrent additions', () => {
  it('[CX-117] are stored one after the other, each in one piece, also through two memories', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 8 }), async (scheduler, writers) => {
        class SlowRepository extends InMemoryChatMemoryRepository {
          override findByConversationId(id: string): Promise<readonly Message[]> {
            return scheduler.schedule(Promise.resolve(), 'find').then(() => super.findByConversationId(id));
          }
          override saveAll(id: string, messages: readonly Message[]): Promise<void> {
            return scheduler.schedule(Promise.resolve(), 'save').then(() => super.saveAll(id, messages));
          }
        }
        const repository = new SlowRepository();
        const memories = [memoryOf(100, repository), memoryOf(100, repository)] as const;
        const done = Promise.all(
          Array.from({ length: writers }, (_, index) =>
            memories[index % 2 === 0 ? 0 : 1].add(ID, [U(`${index}`), Atc(`${index}`), T(`${index}`), A(`${index}`)]),
          ),
        );
        await scheduler.waitFor(done);
        expect(shorthand(await scheduler.waitFor(repository.findByConversationId(ID)))).toEqual(
          Array.from({ length: writers }, (_, index) => [
            `U ${index}`,
            'A(tc) tool',
            `T result of ${index}`,
            `A ${index}`,
          ]).flat(),
        );
      }),
    );
  });

  it('[CX-117] of other conversations are not held up, and a failed one does not stop the next', async () => {
    const started: string[] = [];
    let release: () => void = () => {};
    const blocked = new Promise<void>((resolve) => (release = resolve));
    class BlockingRepository extends InMemoryChatMemoryRepository {
      override async saveAll(id: string, messages: readonly Message[]): Promise<void> {
        started.push(`${id} ${messages.at(-1)?.text ?? ''}`);
        if (messages.at(-1)?.text === 'fails') throw new Error('no space');
        if (id === 'slow') await blocked;
        await super.saveAll(id, messages);
      }
    }
    const memory = memoryOf(10, new BlockingRepository());
    const slow = memory.add('slow', U('1'));
    const waiting = memory.add('slow', U('2'));
    await expect(memory.add('other', U('fails'))).rejects.toThrow('no space');
    await memory.add('other', U('1'));
    expect(started).toEqual(['slow 1', 'other fails', 'other 1']);
    release();
    await Promise.all([slow, waiting]);
    expect(shorthand(await memory.get('slow'))).toEqual(['U 1', 'U 2']);
  });

  it('[CX-117] that wait are made although the one before has failed, and still one after the other', async () => {
    const started: string[] = [];
    const gates: ((error?: Error) => void)[] = [];
    class GatedRepository extends InMemoryChatMemoryRepository {
      override async saveAll(id: string, messages: readonly Message[]): Promise<void> {
        started.push(messages.at(-1)?.text ?? '');
        await new Promise<void>((resolve, reject) => {
          gates.push((error) => (error ? reject(error) : resolve()));
        });
        await super.saveAll(id, messages);
      }
    }
    const memory = memoryOf(10, new GatedRepository());
    const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const failing = memory.add(ID, U('1')).catch((error: unknown) => error);
    const second = memory.add(ID, U('2'));
    await turnOfLoop();
    gates[0]?.(new Error('no space'));
    expect(await failing).toEqual(new Error('no space'));
    await turnOfLoop();
    expect(started).toEqual(['1', '2']);
    const third = memory.add(ID, U('3'));
    await turnOfLoop();
    expect(started).toEqual(['1', '2']);
    gates[1]?.();
    await second;
    await turnOfLoop();
    gates[2]?.();
    await third;
    expect(shorthand(await memory.get(ID))).toEqual(['U 2', 'U 3']);
  });

  it('[CX-117] that continue a turn are put behind it', async () => {
    const memory = memoryOf(10);
    const results = T('1');
    await memory.add(ID, [U('1'), Atc('1'), results]);
    await memory.add(ID, [U('2'), A('2')]);
    await memory.add(ID, A('1'), { continues: results });
    expect(shorthand(await memory.get(ID))).toEqual(['U 1', 'A(tc) tool', 'T result of 1', 'A 1', 'U 2', 'A 2']);
  });
});

describe('over a repository that appends', () => {
  it('[CX-128] rewrites nothing and trims what is read', async () => {
    const repository = new AppendingRepository();
    const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).maxMessages(4).build();
    for (let turn = 1; turn <= 5; turn++) await memory.add(ID, [U(`${turn}`), A(`${turn}`)]);
    expect(repository.writes).toEqual(['append 2', 'append 2', 'append 2', 'append 2', 'append 2']);
    expect(await repository.findByConversationId(ID)).toHaveLength(10);
    expect(shorthand(await memory.get(ID))).toEqual(['U 4', 'A 4', 'U 5', 'A 5']);
  });

  it('[CX-128] replaces system messages by a new one in the same step, and drops nothing else', async () => {
    const repository = new AppendingRepository();
    const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).maxMessages(3).build();
    await memory.add(ID, [S('1'), U('1'), A('1')]);
    await memory.add(ID, [S('1'), U('2')]);
    await memory.add(ID, [S('2'), U('3')]);
    expect(repository.writes).toEqual(['replace 3', 'append 2', 'replace 2']);
    expect(shorthand(await repository.findByConversationId(ID))).toEqual(['U 1', 'A 1', 'U 2', 'S 2', 'U 3']);
    expect(shorthand(await memory.get(ID))).toEqual(['U 2', 'S 2', 'U 3']);
  });

  it('[CX-128] reads the end of a conversation only, further back where the last turn is long', async () => {
    const repository = new AppendingRepository();
    const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).maxMessages(4).build();
    for (let turn = 1; turn <= 100; turn++) await memory.add(ID, [U(`${turn}`), A(`${turn}`)]);
    expect(shorthand(await memory.get(ID))).toEqual(['U 99', 'A 99', 'U 100', 'A 100']);
    expect(repository.reads).toEqual(['latest 5']);
    await memory.add(ID, [U('101'), ...['a', 'b', 'c', 'd'].flatMap((id) => [Atc(id), T(id)])]);
    expect(await memory.get(ID)).toHaveLength(9);
    expect(repository.reads).toEqual(['latest 5', 'latest 5', 'latest 20']);
  });

  it('[CX-112] finds the same window in the end of a conversation as in the whole', async () => {
    const parts = fc.array(fc.constantFrom('U', 'A', 'tool', 'S'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), parts, async (maxMessages, kinds) => {
        const messages = kinds.flatMap((kind, index): readonly Message[] => {
          const text = String(index);
          if (kind === 'tool') return [Atc(text), T(text)];
          return [kind === 'U' ? U(text) : kind === 'A' ? A(text) : S(text)];
        });
        const [whole, end] = [new InMemoryChatMemoryRepository(), new AppendingRepository()];
        for (const repository of [whole, end]) await repository.saveAll(ID, messages);
        const windows = [whole, end].map((repository) => memoryOf(maxMessages, repository).get(ID));
        expect(await windows[1]).toEqual(await windows[0]);
      }),
    );
  });

  it('[CX-117] keeps turns in one piece that add step by step', async () => {
    const memory = MessageWindowChatMemory.builder().chatMemoryRepository(new AppendingRepository()).build();
    await memory.add(ID, [U('1'), Atc('1'), T('1')], { turn: 'x' });
    await memory.add(ID, [U('2'), A('2')], { turn: 'y' });
    await memory.add(ID, A('1'), { turn: 'x' });
    expect(shorthand(await memory.get(ID))).toEqual(['U 1', 'A(tc) tool', 'T result of 1', 'A 1', 'U 2', 'A 2']);
  });
});

function split(messages: readonly Message[], cuts: readonly boolean[]): readonly (readonly Message[])[] {
  const parts: Message[][] = [[]];
  for (const [index, message] of messages.entries()) {
    if (index > 0 && cuts[index]) parts.push([]);
    parts.at(-1)?.push(message);
  }
  return parts;
}

function expectValid(messages: readonly Message[]): void {
  const open = new Set<string>();
  for (const message of messages) {
    const { toolCalls = [], responses = [] } = message as unknown as {
      toolCalls?: readonly { id: string }[];
      responses?: readonly { id: string }[];
    };
    for (const { id } of toolCalls) open.add(id);
    for (const { id } of responses) expect(open.has(id)).toBe(true);
  }
  if (messages[0]) expect(['system', 'user']).toContain(messages[0].messageType);
}
