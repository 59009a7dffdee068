import { createHash } from 'node:crypto';
import {
  BaseAdvisor,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatMemory,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
} from '@toolwright/chat';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import { ChatOptions, SystemMessage, UserMessage } from '@toolwright/model';
import { ScriptedChatModel, textReply, toolCall } from '@toolwright/testing';
import {
  AlwaysEvictStrategy,
  LruEvictionStrategy,
  NeverEvictStrategy,
  ToolIndexEvictionStrategy,
  type ToolReference,
} from '@toolwright/tool-search';
import {
  FunctionToolCallback,
  StaticToolCallbackResolver,
  ToolCallingChatOptions,
  ToolCallingManager,
  ToolDefinition,
} from '@toolwright/tools';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AttachedTools } from '../../dist/disclosure/AttachedTools.js';
import {
  chainOf,
  clothing,
  currentTime,
  MODES,
  type Mode,
  optionsOf,
  RecordingToolIndex,
  requestOf,
  resultsIn,
  runTurn,
  searchAdvisor,
  SESSION_KEY,
  TestTool,
  textOf,
  thrownBy,
  toolsSent,
  type TurnParts,
  weather,
} from './harness.js';

const USER = [new UserMessage('hi')];
const tool1 = new TestTool('tool1', 'First tool');
const tool2 = new TestTool('tool2', 'Second tool');

let index: RecordingToolIndex;

beforeEach(() => {
  index = new RecordingToolIndex();
});

/** Runs one turn that the model answers at once. */
async function turn(
  advisor = searchAdvisor(index).build(),
  parts: Partial<TurnParts> = {},
): Promise<ScriptedChatModel> {
  const model = new ScriptedChatModel(['hello']);
  await runTurn(advisor, model, { messages: USER, tools: [tool1, tool2], ...parts });
  return model;
}

/** A promise that a test fulfils. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe.each(MODES)('The session of a turn (%s)', (mode: Mode) => {
  it('[SA-06a] is the conversation id in the context', async () => {
    await turn(undefined, { mode, sessionId: 'test-conversation-123' });
    expect(index.changes).toEqual(['clear test-conversation-123', 'index test-conversation-123: tool1 tool2']);
  });

  it('[SA-07a] must be there, before the model or the index is asked', async () => {
    const model = new ScriptedChatModel(['never']);
    for (const context of [{}, { [SESSION_KEY]: null }]) {
      const error = await thrownBy(() =>
        runTurn(searchAdvisor(index).build(), model, { mode, messages: USER, tools: [tool1], context }),
      );
      expect(error).toBeInstanceOf(IllegalArgumentException);
      expect(error.message).toMatch(/^context must contain a non-null value for 'chat_memory_conversation_id'/);
    }
    expect(model.prompts).toEqual([]);
    expect(index.changes).toEqual([]);
  });

  it('[SA-07b] is looked for under the configured key only', async () => {
    const advisor = searchAdvisor(index).sessionIdKeyName('tenantId').build();
    const error = await thrownBy(() => turn(advisor, { mode, context: { [SESSION_KEY]: 'c1' } }));
    expect(error).toBeInstanceOf(IllegalArgumentException);
    expect(error.message).toMatch(/^context must contain a non-null value for 'tenantId'/);
  });

  it('[SA-07c] is turned into text', async () => {
    const advisor = searchAdvisor(index).sessionIdKeyName('tenantId').build();
    await turn(advisor, { mode, context: { tenantId: 42 } });
    expect(index.changes).toEqual(['clear 42', 'index 42: tool1 tool2']);
  });

  it('[SX-16b] is asked for with the way to pass it and the keys that are there', async () => {
    const context = { tenant: 'x', user: 'y' };
    const error = await thrownBy(() => turn(searchAdvisor(index).build(), { mode, context }));
    expect(error.message).toBe(
      "context must contain a non-null value for 'chat_memory_conversation_id'. Pass it with the request: " +
        ".advisors(a => a.param('chat_memory_conversation_id', sessionId)). Keys present: tenant, user.",
    );
    const other = await thrownBy(() => turn(searchAdvisor(index).build(), { mode, context: {} }));
    expect(other.message).toMatch(/ Keys present: none\.$/);
  });

  it('cannot be an object without a text of its own, nor a blank text', async () => {
    for (const sessionId of [{ id: 1 }, '  ']) {
      const error = await thrownBy(() => turn(searchAdvisor(index).build(), { mode, sessionId }));
      expect(error.message).toMatch(/^context must contain a non-null value/);
    }
  });

  it('[SA-08] is not needed where the options cannot carry tools', async () => {
    const prompts = [];
    for (const options of [null, new ChatOptions({ temperature: 0.5 })]) {
      const model = new ScriptedChatModel(['hello']);
      const parts = { mode, messages: USER, options, context: {} };
      const seen: ChatClientRequest[] = [];
      const chain = chainOf(searchAdvisor(index).build(), model, [new Spy((request) => seen.push(request))]);
      const request = requestOf(parts);
      if (mode === 'call') await chain.nextCall(request);
      else for await (const chunk of chain.nextStream(request)) expect(chunk).toBeDefined();
      expect(seen[0]).toBe(request);
      prompts.push(model.prompts[0]);
    }
    expect(prompts.map((prompt) => prompt?.instructions)).toEqual([USER, USER]);
    expect(index.changes).toEqual([]);
  });

  it('[SA-09] keeps the tools of concurrent turns apart', async () => {
    const advisor = searchAdvisor(index).build();
    const search = toolCall('toolSearchTool', { query: 'get current' });
    const first = new ScriptedChatModel([search, 'a']);
    const second = new ScriptedChatModel([search, 'b']);
    await Promise.all([
      runTurn(advisor, first, { mode, messages: USER, tools: [weather(), clothing()], sessionId: 's1' }),
      runTurn(advisor, second, { mode, messages: USER, tools: [currentTime()], sessionId: 's2' }),
    ]);
    expect(resultsIn(first.prompts[1])).toEqual(['["weather","clothing"]']);
    expect(resultsIn(second.prompts[1])).toEqual(['["currentTime"]']);
    expect(toolsSent(first.prompts[1])).toEqual(['toolSearchTool', 'weather', 'clothing']);
    expect(toolsSent(second.prompts[1])).toEqual(['toolSearchTool', 'currentTime']);
  });
});

/** Sees every request of a round. */
class Spy extends BaseAdvisor {
  readonly order = 0;

  constructor(readonly see: (request: ChatClientRequest) => void) {
    super();
  }

  override before(request: ChatClientRequest): ChatClientRequest {
    this.see(request);
    return request;
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    return response;
  }
}

describe.each(MODES)('The session of a client (%s)', (mode: Mode) => {
  it.each([undefined, 0])('[SA-06b] is the one that memory reads, at order %p', async (order) => {
    const memory = MessageWindowChatMemory.builder().build();
    const remembering = MessageChatMemoryAdvisor.builder(memory);
    if (order !== undefined) remembering.order(order);
    const model = new ScriptedChatModel(['hello'], { defaultOptions: new ToolCallingChatOptions() });
    const spec = ChatClient.create(model, { toolCallingAdvisorBuilder: searchAdvisor(index) })
      .prompt('hi')
      .tools(tool1)
      .advisors(remembering.build())
      .advisors((a) => a.param(ChatMemory.CONVERSATION_ID, 'c7'));
    if (mode === 'call') await spec.call().content();
    else await spec.stream().final();
    expect((await memory.get('c7')).map(({ text }) => text)).toEqual(['hi', 'hello']);
    expect(index.changes).toEqual(['clear c7', 'index c7: tool1']);
  });
});

describe.each(MODES)('Indexing (%s)', (mode: Mode) => {
  it('[SA-10a] clears and fills the index once, in the order of registration', async () => {
    await turn(undefined, { mode });
    expect(index.changes).toEqual(['clear session-1', 'index session-1: tool1 tool2']);
    expect(index.indexed[0]).toEqual([
      { toolName: 'tool1', summary: 'First tool' },
      { toolName: 'tool2', summary: 'Second tool' },
    ]);
  });

  it('[SA-10b] happens without tools, too', async () => {
    await turn(undefined, { mode, tools: [] });
    expect(index.changes).toEqual(['clear session-1', 'index session-1: ']);
  });

  it('[SA-11a] is not repeated for the same tools', async () => {
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { mode });
    await turn(advisor, { mode });
    expect(index.changes).toHaveLength(2);
  });

  it('[SA-11b] is repeated when a tool was added', async () => {
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { mode });
    await turn(advisor, { mode, tools: [tool1, tool2, weather()] });
    expect(index.changes).toEqual([
      'clear session-1',
      'index session-1: tool1 tool2',
      'clear session-1',
      'index session-1: tool1 tool2 weather',
    ]);
  });

  it('[SA-11c] does not depend on the order of the tools', async () => {
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { mode });
    await turn(advisor, { mode, tools: [tool2, tool1] });
    expect(index.changes).toHaveLength(2);
  });

  it('[SA-11d] is repeated when a description has changed', async () => {
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { mode });
    await turn(advisor, { mode, tools: [tool1, new TestTool('tool2', 'Other words')] });
    expect(index.changes).toHaveLength(4);
  });

  it('[SA-12] [SX-02a] is repeated when only a schema has changed, and the new definition is sent', async () => {
    const advisor = searchAdvisor(index).build();
    const inputSchema = '{"type":"object","properties":{"city":{"type":"string"}}}';
    const changed = new TestTool('weather', 'Get the weather for a city', { inputSchema });
    await turn(advisor, { mode, tools: [weather()] });
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'weather' }), 'sunny']);
    await runTurn(advisor, model, { mode, messages: USER, tools: [changed] });
    expect(index.changes).toHaveLength(4);
    expect(index.indexed[1]?.[0]?.parameters).toEqual([{ name: 'city' }]);
    expect(optionsOf(model.prompts[1]).toolCallbacks?.[1]?.definition).toBe(changed.definition);
  });

  it('[EG-04] is repeated when the context makes another description, and not before', async () => {
    const orders = FunctionToolCallback.builder('orders', () => 'none')
      .description((context) => `Orders of ${String(context.get('tenant'))}`)
      .inputSchema('{"type":"object"}')
      .build();
    const model = new ScriptedChatModel(['hello'], {
      defaultOptions: ToolCallingChatOptions.builder().build(),
      repeatLast: true,
    });
    const client = ChatClient.builder(model)
      .defaultAdvisors(searchAdvisor(index).build())
      .defaultAdvisors((advisors) => advisors.param(SESSION_KEY, 'session-1'))
      .defaultTools(orders)
      .build();
    for (const tenant of ['Acme', 'Acme', 'Umbrella']) {
      const spec = client.prompt().user('hi').toolContext({ tenant });
      await (mode === 'call' ? spec.call().chatClientResponse() : spec.stream().final());
    }
    expect(index.indexed.map((tools) => tools.map(({ summary }) => summary))).toEqual([
      ['Orders of Acme'],
      ['Orders of Umbrella'],
    ]);
  });

  it.each([
    ['the description', [['a', 'b\u0001c\u0000d']]],
    ['the name', [['a\u0000b\u0001c', 'd']]],
  ])('[SA-13a] does not take separators in %s for those between texts', async (_, texts) => {
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { mode, tools: [new TestTool('a', 'b'), new TestTool('c', 'd')] });
    await turn(advisor, { mode, tools: texts.map(([name, description]) => new TestTool(name!, description!)) });
    expect(index.changes).toHaveLength(4);
  });

  it('[SA-14a] is one step for concurrent first turns', async () => {
    const advisor = searchAdvisor(index).build();
    await Promise.all([turn(advisor, { mode }), turn(advisor, { mode }), turn(advisor, { mode })]);
    expect(index.changes).toEqual(['clear session-1', 'index session-1: tool1 tool2']);
  });

  it('[SA-14b] outlives the turn', async () => {
    await turn(undefined, { mode });
    expect(index.size('session-1')).toBe(2);
    expect(index.changes.filter((change) => change.startsWith('clear'))).toHaveLength(1);
  });

  it('[SA-15] takes the tools of the request from the manager, nothing that a resolver knows', async () => {
    const manager = ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([weather()]))
      .resolutionFallbackEnabled(true)
      .build();
    const resolve = manager.resolveToolDefinitions.bind(manager);
    const asked: unknown[] = [];
    manager.resolveToolDefinitions = (options) => {
      asked.push(options.toolCallbacks);
      return resolve(options);
    };
    const tools = Object.freeze([tool1]);
    await turn(searchAdvisor(index).toolCallingManager(manager).build(), { mode, tools });
    expect(asked[0]).toBe(tools);
    expect(index.changes).toEqual(['clear session-1', 'index session-1: tool1']);
  });

  it('is tried again by the next turn after it failed', async () => {
    const advisor = searchAdvisor(index).build();
    const indexTools = index.indexTools.bind(index);
    index.indexTools = () => Promise.reject(new Error('store is down'));
    expect(await thrownBy(() => turn(advisor, { mode }))).toEqual(new Error('store is down'));
    index.indexTools = indexTools;
    await turn(advisor, { mode });
    expect(index.changes).toEqual(['clear session-1', 'clear session-1', 'index session-1: tool1 tool2']);
  });
});

describe('The fingerprint', () => {
  const fingerprint = (...tools: readonly TestTool[]): string =>
    AttachedTools.of(
      tools,
      tools.map(({ definition }) => definition),
    ).fingerprint;

  it('[SA-13b] is the SHA-256 of name, 0x00, description, 0x01 in lower-case hexadecimal digits', () => {
    const expected = createHash('sha256').update('weatherTool\0Gets the weather\u0001', 'utf8').digest('hex');
    expect(fingerprint(new TestTool('weatherTool', 'Gets the weather'))).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  it('[SA-13a] covers the tools sorted by name, in UTF-8', () => {
    const expected = createHash('sha256').update('a\0é\u0001b\0x\u0001', 'utf8').digest('hex');
    expect(fingerprint(new TestTool('b', 'x'), new TestTool('a', 'é'))).toBe(expected);
  });

  it('[SX-02a] differs for other parameters and for another category, and only for these', () => {
    const withSchema = (inputSchema: string, category?: string) =>
      fingerprint(new TestTool('a', 'b', { inputSchema, ...(category !== undefined && { category }) }));
    const city = '{"type":"object","properties":{"city":{"type":"string"}}}';
    const town = '{"type":"object","properties":{"town":{"type":"string"}}}';
    const two = '{"type":"object","properties":{"city":{"type":"string"},"day":{"type":"string"}}}';
    const none = withSchema('{"type":"object","properties":{}}');
    expect(new Set([none, ...[city, town, two].map((schema) => withSchema(schema)), withSchema(city, 'x')]).size).toBe(
      5,
    );
    expect(withSchema('{"type":"object"}')).toBe(none);
    expect(withSchema(city)).toBe(withSchema(city));
  });

  it('[SX-01b] is computed once for the same list, and for other lists of the same definitions', async () => {
    let reads = 0;
    class CountedDefinition extends ToolDefinition {
      override readonly name = 'weather';
      override readonly inputSchema = '{"type":"object"}';
      override get description(): string {
        reads += 1;
        return 'Get the weather';
      }
    }
    const definition = new CountedDefinition();
    const counted = (): TestTool => Object.defineProperty(weather(), 'definition', { value: definition });
    const advisor = searchAdvisor(index).build();
    const tools = Object.freeze([counted()]);
    await turn(advisor, { tools });
    const firstReads = reads;
    expect(firstReads).toBeGreaterThan(0);
    await turn(advisor, { tools });
    await turn(advisor, { tools, sessionId: 'session-2' });
    await turn(advisor, { tools: Object.freeze([counted()]) });
    expect(reads).toBe(firstReads);
    expect(index.indexed[0]).toBe(index.indexed[1]);
  });

  it('[SX-01b] is computed anew when a definition in the same list has changed', async () => {
    const tool = weather();
    const tools = [tool];
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { tools });
    const definition = ToolDefinition.builder().name('weather').description('Changed').inputSchema('{}').build();
    Object.defineProperty(tool, 'definition', { value: definition });
    await turn(advisor, { tools });
    expect(index.indexed.map(([reference]) => reference?.summary)).toEqual(['Get the weather for a city', 'Changed']);
  });
});

describe('What an index is told about a tool', () => {
  async function referenceOf(tool: TestTool): Promise<ToolReference | undefined> {
    await turn(undefined, { tools: [tool] });
    return index.indexed.at(-1)?.[0];
  }

  it('[NT-09] is name, summary, parameters and category', async () => {
    const inputSchema = JSON.stringify({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'City' },
        unit: { enum: ['C', 'F'] },
        days: { type: 'integer', description: 'Days ahead', enum: [1, 2] },
        plain: true,
      },
    });
    const tool = new TestTool('weather', 'Get the weather', { inputSchema, category: 'outdoors' });
    expect(await referenceOf(tool)).toEqual({
      toolName: 'weather',
      summary: 'Get the weather',
      parameters: [
        { name: 'city', description: 'City' },
        { name: 'unit', enum: ['C', 'F'] },
        { name: 'days', description: 'Days ahead', enum: [1, 2] },
        { name: 'plain' },
      ],
      category: 'outdoors',
    });
  });

  it.each(['{"type":"object","properties":{}}', '{"type":"object"}', 'no JSON', '7', '{"properties":7}'])(
    '[NT-09] has neither parameters nor category if there are none (%s)',
    async (inputSchema) => {
      const tool = new TestTool('weather', 'Get the weather', { inputSchema });
      expect(Object.keys((await referenceOf(tool)) ?? {})).toEqual(['toolName', 'summary']);
    },
  );

  it('[NT-09] comes back from a search with a score', async () => {
    await referenceOf(new TestTool('weather', 'Get the weather', { category: 'outdoors' }));
    expect((await index.search({ sessionId: 'session-1', query: 'weather' })).toolReferences).toEqual([
      { toolName: 'weather', summary: 'Get the weather', category: 'outdoors', relevanceScore: 3 + 1 + 0.5 / 1.8 },
    ]);
  });
});

describe('A stream', () => {
  it('[SA-32a] indexes and extends the system message as a call does', async () => {
    const advisor = searchAdvisor(index).systemMessageSuffix(' S').build();
    const messages = [new SystemMessage('Original system message'), ...USER];
    const model = await turn(advisor, { mode: 'stream', messages });
    expect(index.changes).toEqual(['clear session-1', 'index session-1: tool1 tool2']);
    expect(model.prompts[0]?.instructions[0]?.text).toBe('Original system message S');
  });

  it('[SA-33a] does nothing until it is iterated', async () => {
    const model = new ScriptedChatModel(['hello']);
    const chain = chainOf(searchAdvisor(index).build(), model);
    const stream = chain.nextStream(requestOf({ messages: USER, tools: [tool1] }));
    const withoutSession = chain.nextStream(requestOf({ messages: USER, tools: [tool1], context: {} }));
    await new Promise(setImmediate);
    expect(index.changes).toEqual([]);
    for await (const chunk of stream) expect(chunk).toBeDefined();
    expect(index.changes).toHaveLength(2);
    const error = await thrownBy(() => withoutSession[Symbol.asyncIterator]().next());
    expect(error.message).toMatch(/^context must contain a non-null value/);
  });

  it('[SA-33b] is a new turn at each iteration, with its own usage, indexed once', async () => {
    const usage = (promptTokens: number, completionTokens: number) => ({
      promptTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
      cacheReadInputTokens: null,
      cacheWriteInputTokens: null,
      nativeUsage: null,
    });
    const accesses: string[] = [];
    class Noting extends NeverEvictStrategy {
      override onAccess(sessionId: string): ReadonlySet<string> {
        accesses.push(sessionId);
        return super.onAccess(sessionId);
      }
    }
    const model = new ScriptedChatModel([textReply('one', usage(10, 5)), textReply('two', usage(1, 2))]);
    const advisor = searchAdvisor(index).evictionStrategy(new Noting()).build();
    const stream = chainOf(advisor, model).nextStream(requestOf({ messages: USER, tools: [tool1] }));
    const totals = [];
    for (let n = 0; n < 2; n++) {
      for await (const chunk of stream) totals.push(chunk.chatResponse?.metadata.usage.totalTokens);
    }
    expect(totals).toEqual([15, 3]);
    expect(accesses).toEqual(['session-1', 'session-1']);
    expect(index.changes).toEqual(['clear session-1', 'index session-1: tool1']);
  });
});

/** Evicts what the test says, and notes the order of events. */
class ScriptedEviction extends ToolIndexEvictionStrategy {
  readonly evicts: string[] = [];

  constructor(readonly events: string[]) {
    super();
  }

  override onAccess(sessionId: string): ReadonlySet<string> {
    this.events.push(`access ${sessionId}`);
    return new Set(this.evicts.splice(0));
  }

  override onRemoved(sessionId: string): void {
    this.events.push(`removed ${sessionId}`);
  }
}

describe.each(MODES)('Eviction (%s)', (mode: Mode) => {
  it('[SA-34a] is asked for once per turn, before the index is checked', async () => {
    const strategy = new ScriptedEviction(index.changes);
    const advisor = searchAdvisor(index).evictionStrategy(strategy).build();
    await turn(advisor, { mode, sessionId: 'A', tools: [tool1] });
    await turn(advisor, { mode, sessionId: 'B', tools: [tool1] });
    expect(index.changes.splice(0)).toEqual([
      'access A',
      'clear A',
      'index A: tool1',
      'access B',
      'clear B',
      'index B: tool1',
    ]);
    strategy.evicts.push('A', 'B');
    await turn(advisor, { mode, sessionId: 'C', tools: [tool1] });
    const changes = index.changes.splice(0);
    expect(changes[0]).toBe('access C');
    expect(changes.slice(1, 5).sort()).toEqual(['clear A', 'clear B', 'removed A', 'removed B']);
    expect(changes.slice(5)).toEqual(['clear C', 'index C: tool1']);
    await turn(advisor, { mode, sessionId: 'A', tools: [tool1] });
    expect(index.changes).toEqual(['access A', 'clear A', 'index A: tool1']);
  });

  it('[SA-34b] clears the evicted session before the new one is indexed', async () => {
    const advisor = searchAdvisor(index).evictionStrategy(new LruEvictionStrategy(1)).build();
    await turn(advisor, { mode, sessionId: 'A' });
    await turn(advisor, { mode, sessionId: 'B' });
    expect(index.changes.filter((change) => change.startsWith('clear'))).toEqual(['clear A', 'clear A', 'clear B']);
  });

  it('[SA-35a] can be done by hand, so that the next turn indexes again', async () => {
    const advisor = searchAdvisor(index).build();
    await turn(advisor, { mode, sessionId: 'conv-1' });
    await advisor.evictSession('conv-1');
    expect(index.changes.filter((change) => change === 'clear conv-1')).toHaveLength(2);
    await turn(advisor, { mode, sessionId: 'conv-1' });
    expect(index.changes.filter((change) => change.startsWith('index conv-1'))).toHaveLength(2);
  });

  it('[SA-35b] of an unknown session is no error', async () => {
    const strategy = new ScriptedEviction(index.changes);
    await searchAdvisor(index).evictionStrategy(strategy).build().evictSession('unknown');
    expect(index.changes.sort()).toEqual(['clear unknown', 'removed unknown']);
  });

  it('[SA-36a] at each turn makes each turn index', async () => {
    const advisor = searchAdvisor(index).evictionStrategy(AlwaysEvictStrategy.INSTANCE).build();
    await turn(advisor, { mode });
    await turn(advisor, { mode });
    expect(index.changes.filter((change) => change.startsWith('index'))).toHaveLength(2);
  });

  it('[SA-36b] [SX-11a] of a session whose turn is running does not disturb its searches', async () => {
    const advisor = searchAdvisor(index).evictionStrategy(new LruEvictionStrategy(1)).build();
    const asked = gate();
    const evicted = gate();
    const search = toolCall('toolSearchTool', { query: 'weather' });
    const model = new ScriptedChatModel([
      async () => {
        asked.open();
        await evicted.opened;
        return search;
      },
      search,
      'sunny',
    ]);
    const running = runTurn(advisor, model, { mode, messages: USER, tools: [weather()], sessionId: 'A' });
    await asked.opened;
    await turn(advisor, { mode, sessionId: 'B' });
    expect(index.size('A')).toBe(0);
    evicted.open();
    expect(textOf(await running)).toBe('sunny');
    expect(resultsIn(model.prompts[1])).toEqual(['["weather"]']);
    expect(resultsIn(model.prompts[2])).toEqual(['["weather"]']);
    expect(toolsSent(model.prompts[2])).toEqual(['toolSearchTool', 'weather']);
    // The session is known again, so the strategy will evict it like any other.
    await turn(advisor, { mode, sessionId: 'B' });
    expect(index.size('A')).toBe(0);
    expect(index.totalSize()).toBe(2);
  });

  it('[SX-11a] by hand of a session whose turn is running does not disturb its searches either', async () => {
    const advisor = searchAdvisor(index).build();
    const search = toolCall('toolSearchTool', { query: 'weather' });
    const evict = async (): Promise<typeof search> => {
      await advisor.evictSession('session-1');
      return search;
    };
    const model = new ScriptedChatModel([evict, 'sunny']);
    await runTurn(advisor, model, { mode, messages: USER, tools: [weather()] });
    expect(resultsIn(model.prompts[1])).toEqual(['["weather"]']);
  });

  it('[SX-11a] during a search makes the search run again', async () => {
    const advisor = searchAdvisor(index).build();
    const search = index.search.bind(index);
    let searches = 0;
    index.search = async (request, signal) => {
      searches += 1;
      if (searches === 1) await advisor.evictSession('session-1');
      return search(request, signal);
    };
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'weather' }), 'sunny']);
    await runTurn(advisor, model, { mode, messages: USER, tools: [weather()] });
    expect(resultsIn(model.prompts[1])).toEqual(['["weather"]']);
    expect(searches).toBe(2);
  });

  it('gives concurrent turns of one session with different tools each its own tools', async () => {
    const advisor = searchAdvisor(index).build();
    const search = toolCall('toolSearchTool', { query: 'get current' });
    const other = gate();
    const first = new ScriptedChatModel([
      async () => {
        await other.opened;
        return search;
      },
      'a',
    ]);
    const second = new ScriptedChatModel([search, 'b']);
    const running = runTurn(advisor, first, { mode, messages: USER, tools: [weather()] });
    await runTurn(advisor, second, { mode, messages: USER, tools: [currentTime()] });
    other.open();
    await running;
    expect(resultsIn(first.prompts[1])).toEqual(['["weather"]']);
    expect(resultsIn(second.prompts[1])).toEqual(['["currentTime"]']);
  });

  it('that fails does not fail the turn of another session', async () => {
    const logs = RecordingLogProvider.install();
    try {
      const advisor = searchAdvisor(index).evictionStrategy(new LruEvictionStrategy(1)).build();
      await turn(advisor, { mode, sessionId: 'A' });
      const clearIndex = index.clearIndex.bind(index);
      index.clearIndex = (sessionId) =>
        sessionId === 'A' ? Promise.reject(new Error('store is down')) : clearIndex(sessionId);
      await turn(advisor, { mode, sessionId: 'B' });
      expect(logs.messages('warn')).toEqual([
        'A session was evicted, but its tools could not be removed from the index.',
      ]);
    } finally {
      logs.uninstall();
    }
  });
});
