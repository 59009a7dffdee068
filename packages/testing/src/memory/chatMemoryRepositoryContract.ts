import assert from 'node:assert/strict';
import type { MaybePromise } from '@toolwright/core';
import {
  AssistantMessage,
  type Media,
  type Message,
  SystemMessage,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';

/** What the contract asks of a repository; every `ChatMemoryRepository` of `@toolwright/chat` has it. */
export interface RepositoryUnderTest {
  readonly supportsToolMessages: boolean;
  findConversationIds(): Promise<readonly string[]>;
  findByConversationId(conversationId: string): Promise<readonly Message[]>;
  saveAll(conversationId: string, messages: readonly Message[]): Promise<void>;
  findLatest?(conversationId: string, count: number): Promise<readonly Message[]>;
  append?(
    conversationId: string,
    messages: readonly Message[],
    options?: { readonly turn?: string; readonly replaceSystemMessages?: boolean },
  ): Promise<void>;
  deleteIdleSince?(time: Date): Promise<number>;
  deleteByConversationId(conversationId: string): Promise<void>;
}

/** One promise of a contract and the check that it is kept. */
export interface ContractCase {
  /** For the name of a test. */
  readonly name: string;
  /** Rejects with an `AssertionError` where the promise is not kept. */
  run(): Promise<void>;
}

/** What {@link chatMemoryRepositoryContract} needs to know. */
export interface RepositoryContractOptions {
  /**
   * Makes the repository, or connects to it, once per case. Conversation ids of the cases are random, so that a store
   * that others use too can be tested.
   */
  readonly create: () => MaybePromise<RepositoryUnderTest>;
  /** Runs after each case, also after one that failed: closes what `create` opened. */
  readonly dispose?: (repository: RepositoryUnderTest) => MaybePromise<void>;
  /** How many writers append at once in the case about concurrency; default 50. */
  readonly writers?: number;
}

type Check = (repository: RepositoryUnderTest, conversationId: string) => Promise<void>;

/**
 * What every chat memory repository promises, as a list of cases for any test runner. The cases about tool messages are
 * there only to skip themselves where `supportsToolMessages` is false, those about optional methods where there are none.
 *
 * @example
 * for (const { name, run } of chatMemoryRepositoryContract({ create: () => new MyRepository() })) it(name, run);
 */
export function chatMemoryRepositoryContract(options: RepositoryContractOptions): readonly ContractCase[] {
  return Object.entries(casesOf(options.writers ?? 50)).map(([name, check]) => ({
    name,
    async run(): Promise<void> {
      const repository = await options.create();
      try {
        await check(repository, `contract-${crypto.randomUUID()}`);
      } finally {
        await options.dispose?.(repository);
      }
    },
  }));
}

const ASKING = new AssistantMessage('Let me check.', {
  toolCalls: [
    { id: 'call-1', type: 'function', name: 'getWeather', arguments: '{"city":"Ürümqi","days":[1,2]}' },
    { id: 'call-2', type: 'function', name: 'getTime', arguments: 'not json' },
  ],
});
const RESULTS = new ToolResponseMessage([
  { id: 'call-1', name: 'getWeather', responseData: '{"sky":"clear"}' },
  {
    id: 'call-2',
    name: 'getTime',
    responseData: 'The arguments are no JSON.',
    isError: true,
    error: { code: 'INVALID_ARGUMENTS', phase: 'arguments' },
  },
]);
const MEDIA: readonly Media[] = [
  { mimeType: 'image/png', data: new Uint8Array([0, 1, 254, 255]), id: 'm1', name: 'dot.png' },
  { mimeType: 'audio/mpeg', data: new URL('https://example.com/a.mp3') },
];

function casesOf(writers: number): Readonly<Record<string, Check>> {
  return {
    'knows nothing of an unknown conversation': async (repository, id) => {
      assert.deepEqual(await repository.findByConversationId(id), []);
      assert.equal((await repository.findConversationIds()).includes(id), false);
    },
    'returns messages in the order in which they were saved': async (repository, id) => {
      const messages = [
        new SystemMessage('be brief'),
        ...Array.from({ length: 12 }, (_, index) =>
          index % 2 === 0 ? new UserMessage(`question ${index}`) : new AssistantMessage(`answer ${index}`),
        ),
      ];
      await repository.saveAll(id, messages);
      assertSame(await repository.findByConversationId(id), messages);
    },
    'replaces the whole conversation when it saves': async (repository, id) => {
      await repository.saveAll(id, [new UserMessage('a'), new AssistantMessage('b'), new UserMessage('c')]);
      await repository.saveAll(id, [new UserMessage('d')]);
      assertSame(await repository.findByConversationId(id), [new UserMessage('d')]);
    },
    'returns a list of the caller’s own': async (repository, id) => {
      const saved: Message[] = [new UserMessage('a')];
      await repository.saveAll(id, saved);
      saved.push(new UserMessage('added by the one who saved'));
      const found = (await repository.findByConversationId(id)) as Message[];
      if (!Object.isFrozen(found)) found.push(new UserMessage('added by the one who read'));
      assertSame(await repository.findByConversationId(id), [new UserMessage('a')]);
    },
    'keeps conversations apart and lists them': async (repository, id) => {
      const other = `${id}-other`;
      await repository.saveAll(id, [new UserMessage('a')]);
      await repository.saveAll(other, [new UserMessage('b')]);
      const ids = await repository.findConversationIds();
      assert.deepEqual(ids.filter((known) => known.startsWith(id)).toSorted(), [id, other]);
      assertSame(await repository.findByConversationId(id), [new UserMessage('a')]);
      await repository.deleteByConversationId(id);
      assertSame(await repository.findByConversationId(other), [new UserMessage('b')]);
    },
    'forgets a deleted conversation and does not mind an unknown one': async (repository, id) => {
      await repository.saveAll(id, [new UserMessage('a')]);
      await repository.deleteByConversationId(id);
      await repository.deleteByConversationId(id);
      assert.deepEqual(await repository.findByConversationId(id), []);
      assert.equal((await repository.findConversationIds()).includes(id), false);
    },
    'is empty after an empty list was saved': async (repository, id) => {
      await repository.saveAll(id, [new UserMessage('a')]);
      await repository.saveAll(id, []);
      assert.deepEqual(await repository.findByConversationId(id), []);
    },
    'keeps any text': async (repository, id) => {
      const texts = [
        '',
        ' ',
        "it's; DROP TABLE x; --",
        '{"a":1}',
        'çöğ ✓ 漢字 👩‍👩‍👧',
        'line\nline\r\n\ttab',
        'x'.repeat(20_000),
      ];
      const messages = texts.map((text) => new UserMessage(text));
      await repository.saveAll(id, messages);
      assertSame(await repository.findByConversationId(id), messages);
    },
    'accepts any id': async (repository, id) => {
      for (const odd of [`${id} '"%_*?[a]`, `${id}:{x}/é`]) {
        await repository.saveAll(odd, [new UserMessage(odd)]);
        assertSame(await repository.findByConversationId(odd), [new UserMessage(odd)]);
        assert.ok((await repository.findConversationIds()).includes(odd), `${odd} is not listed`);
      }
      assert.deepEqual(await repository.findByConversationId(id), []);
    },
    'keeps metadata and media': async (repository, id) => {
      const metadata = { source: 'mail', score: 0.5, tags: ['a', 'b'], nested: { yes: true } };
      const messages = [
        new UserMessage('see', { media: MEDIA, metadata }),
        new AssistantMessage('seen', { media: MEDIA, metadata }),
        new SystemMessage('rule', metadata),
      ];
      await repository.saveAll(id, messages);
      assertSame(await repository.findByConversationId(id), messages);
    },
    'keeps tool calls and their results': async (repository, id) => {
      if (!repository.supportsToolMessages) return;
      const messages = [new UserMessage('q'), ASKING, RESULTS, new AssistantMessage('a')];
      await repository.saveAll(id, messages);
      assertSame(await repository.findByConversationId(id), messages);
    },
    'saves again what it has found': async (repository, id) => {
      const messages = repository.supportsToolMessages
        ? [new UserMessage('q'), ASKING, RESULTS, new AssistantMessage('a', { metadata: { x: 1 } })]
        : [new UserMessage('q'), new AssistantMessage('a', { metadata: { x: 1 } })];
      await repository.saveAll(id, messages);
      await repository.saveAll(id, await repository.findByConversationId(id));
      assertSame(await repository.findByConversationId(id), messages);
    },
    'appends at the end': async (repository, id) => {
      if (!repository.append) return;
      await repository.append(id, [new UserMessage('a'), new AssistantMessage('b')]);
      await repository.append(id, [new UserMessage('c')]);
      assertSame(await repository.findByConversationId(id), [
        new UserMessage('a'),
        new AssistantMessage('b'),
        new UserMessage('c'),
      ]);
    },
    'loses and mixes nothing when many append at once': async (repository, id) => {
      if (!repository.append) return;
      const append = repository.append.bind(repository);
      const pairs = Array.from({ length: writers }, (_, index) => [`question ${index}`, `answer ${index}`] as const);
      await Promise.all(pairs.map(([q, a]) => append(id, [new UserMessage(q), new AssistantMessage(a)])));
      const texts = await textsOf(repository, id);
      assert.equal(texts.length, 2 * writers);
      for (const [question, answer] of pairs) {
        const index = texts.indexOf(question);
        assert.ok(index >= 0, `${question} was lost`);
        assert.equal(texts[index + 1], answer);
      }
    },
    'keeps turns in one piece that append step by step at once': async (repository, id) => {
      if (!repository.append) return;
      const append = repository.append.bind(repository);
      const runTurn = async (turn: string): Promise<void> => {
        await append(id, [new UserMessage(`${turn} 1`)], { turn });
        await append(id, [new AssistantMessage(`${turn} 2`), new UserMessage(`${turn} 3`)], { turn });
        await append(id, [new AssistantMessage(`${turn} 4`)], { turn });
      };
      const turns = Array.from({ length: writers }, (_, index) => `turn-${index}`);
      await Promise.all(turns.map(runTurn));
      await append(id, [new UserMessage('at the end')]);
      const texts = await textsOf(repository, id);
      assert.equal(texts.pop(), 'at the end');
      const order = texts.filter((_, index) => index % 4 === 0).map((text) => text.replace(' 1', ''));
      assert.deepEqual(order.toSorted(), turns.toSorted());
      assert.deepEqual(
        texts,
        order.flatMap((turn) => [1, 2, 3, 4].map((step) => `${turn} ${step}`)),
      );
    },
    'puts the steps of a turn behind each other, whatever was appended between them': async (repository, id) => {
      if (!repository.append) return;
      await repository.append(id, [new UserMessage('a1')], { turn: 'a' });
      await repository.append(id, [new UserMessage('none')]);
      await repository.append(id, [new UserMessage('b1')], { turn: 'b' });
      await repository.append(id, [new AssistantMessage('a2')], { turn: 'a' });
      await repository.append(id, [new AssistantMessage('b2')], { turn: 'b' });
      assert.deepEqual(await textsOf(repository, id), ['a1', 'a2', 'none', 'b1', 'b2']);
      await repository.saveAll(id, [new UserMessage('saved')]);
      await repository.append(id, [new AssistantMessage('a3')], { turn: 'a' });
      assert.deepEqual(await textsOf(repository, id), ['saved', 'a3']);
    },
    'replaces system messages while it appends': async (repository, id) => {
      if (!repository.append) return;
      await repository.append(id, [new SystemMessage('s1'), new SystemMessage('s2'), new UserMessage('a')]);
      await repository.append(id, [new UserMessage('b')]);
      await repository.append(id, [new SystemMessage('s3'), new UserMessage('c')], { replaceSystemMessages: true });
      await repository.append(id, [new SystemMessage('s3')]);
      assert.deepEqual(await textsOf(repository, id), ['a', 'b', 's3', 'c', 's3']);
    },
    'appends nothing for an empty list': async (repository, id) => {
      if (!repository.append) return;
      await repository.append(id, []);
      assert.deepEqual(await repository.findByConversationId(id), []);
      assert.equal((await repository.findConversationIds()).includes(id), false);
    },
    'finds the end of a conversation': async (repository, id) => {
      if (!repository.findLatest) return;
      assert.deepEqual(await repository.findLatest(id, 2), []);
      const messages: Message[] = [new SystemMessage('s1')];
      for (let index = 0; index < 20; index++) {
        messages.push(new UserMessage(`q${index}`), new AssistantMessage(`a${index}`));
        if (index === 15) messages.push(new SystemMessage('s2'));
      }
      await repository.saveAll(id, messages);
      const end = await repository.findLatest(id, 12);
      const spoken = end.filter(({ messageType }) => messageType !== 'system').map(({ text }) => text);
      const all = messages.filter(({ messageType }) => messageType !== 'system').map(({ text }) => text);
      assert.ok(spoken.length >= 12, `${spoken.length} of the latest 12 messages were found`);
      assert.deepEqual(spoken, all.slice(-spoken.length));
      const texts = end.map(({ text }) => text);
      assert.equal(texts[0], 's1');
      assert.equal(texts[texts.indexOf('s2') - 1], 'a15');
      assertSame(await repository.findLatest(id, 1000), messages);
    },
    'forgets idle conversations only': async (repository, id) => {
      if (!repository.deleteIdleSince) return;
      await repository.saveAll(id, [new UserMessage('a')]);
      await repository.deleteIdleSince(new Date(0));
      assert.equal((await repository.findByConversationId(id)).length, 1);
    },
  };
}

async function textsOf(repository: RepositoryUnderTest, conversationId: string): Promise<string[]> {
  return (await repository.findByConversationId(conversationId)).map(({ text }) => text ?? '');
}

type Parts = Partial<Pick<AssistantMessage, 'toolCalls' | 'media'> & Pick<ToolResponseMessage, 'responses'>>;

/** Compares all that counts; metadata that a repository adds does not. */
function assertSame(found: readonly Message[], expected: readonly Message[]): void {
  assert.deepEqual(
    found.map((message, index) => partsOf(message, expected[index])),
    expected.map((message) => partsOf(message, message)),
  );
}

function partsOf(message: Message, expected: Message | undefined): Readonly<Record<string, unknown>> {
  const keys = Object.keys(expected?.metadata ?? message.metadata);
  const { toolCalls = [], responses = [], media = [] } = message as Parts;
  return {
    type: message.messageType,
    text: message.text ?? '',
    metadata: Object.fromEntries(keys.map((key) => [key, message.metadata[key]])),
    toolCalls: toolCalls.map(({ id, type, name, arguments: text }) => ({ id, type, name, arguments: text })),
    responses: responses.map(({ id, name, responseData, isError, error }) => ({
      id,
      name,
      responseData,
      isError: isError ?? false,
      error: error ? { code: error.code, phase: error.phase } : null,
    })),
    media: media.map(({ mimeType, data, id, name }) => ({
      mimeType,
      data: data instanceof URL ? data.href : [...data],
      id: id ?? null,
      name: name ?? null,
    })),
  };
}
