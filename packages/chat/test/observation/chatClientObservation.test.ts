import { describe, expect, it } from '@jest/globals';
import {
  ChatClient,
  type ChatClientSettings,
  ChatMemory,
  type ChatClientResponse,
  ChatModelCallAdvisor,
  ChatModelStreamAdvisor,
  DefaultAroundAdvisorChain,
  namedAdvisorConvention,
  namedChatClientConvention,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { ObservationRegistry, RecordingLogProvider } from '@toolwright/core';
import type { ChatModel } from '@toolwright/model';
import { ToolCallingManager } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { requestOf } from '../support/loops.js';
import { AnyModel, asks, call, chunk, collect, scripted, TOOL_OPTIONS } from '../support/models.js';
import { high, insideCaller, low, ownAdvisorConvention, recorded } from '../support/observations.js';
import { StubTool } from '../support/tools.js';

const DEF = ToolCallingAdvisor.DEFAULT_ORDER;
const weather = new StubTool('getWeather', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'sunny';
});
const news = new StubTool('getNews', 'none');
const SPRING: ChatClientSettings = {
  chatClientObservationConvention: namedChatClientConvention('spring'),
  advisorObservationConvention: namedAdvisorConvention('spring'),
};

function observed(model: ChatModel, settings: ChatClientSettings = {}) {
  const { handler, registry } = recorded();
  return { handler, registry, client: ChatClient.create(model, { observationRegistry: registry, ...settings }) };
}

const MODES = ['call', 'stream'] as const;

/** Runs a request to its end in one of the two modes. */
function run(client: ChatClient, mode: (typeof MODES)[number]): Promise<unknown> {
  const request = client.prompt('question').tools(weather, news);
  return mode === 'call' ? request.call().content() : collect(request.stream().content());
}

describe('the observation of a turn', () => {
  it.each(MODES)('[OB-101] is one per %s, of this kind', async (mode) => {
    const { handler, client } = observed(scripted('answer'), SPRING);
    await run(client, mode);
    expect(handler.turns).toHaveLength(1);
    const [turn] = handler.turns;
    expect([turn?.name, turn?.contextualName, turn?.parent]).toEqual([
      'spring.ai.chat.client',
      'spring_ai chat_client',
      null,
    ]);
    expect(low(turn)).toEqual({
      'gen_ai.operation.name': 'framework',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'chat_client',
      'spring.ai.chat.client.stream': String(mode === 'stream'),
    });
    expect(handler.stopped.filter((context) => context === turn)).toHaveLength(1);
  });

  it.each(MODES)('[OB-102] knows advisors, conversation and tools of a %s', async (mode) => {
    const { handler, client } = observed(scripted('answer'), SPRING);
    const advisor = new PassingAdvisor('inside', 0);
    await run(
      client
        .mutate()
        .defaultAdvisors(advisor, (spec) => void spec.param(ChatMemory.CONVERSATION_ID, '007'))
        .build(),
      mode,
    );
    expect(high(handler.turns[0])).toEqual({
      'spring.ai.chat.client.advisors': `["Tool Calling Advisor", "inside", "${mode}"]`,
      'spring.ai.chat.client.conversation.id': '007',
      'spring.ai.chat.client.tool.names': '["getNews", "getWeather"]',
    });
  });

  it('[OB-103] holds the request and the very response of a call', async () => {
    const { handler, client } = observed(scripted('answer'));
    const response = await client.prompt('question').call().chatClientResponse();
    expect(handler.turns[0]?.response).toBe(response);
    expect(handler.turns[0]?.request.prompt.instructions.map(({ text }) => text)).toEqual(['question']);
  });

  it('[OB-103] holds the request and the aggregate of a stream', async () => {
    const { handler, client } = observed(new AnyModel([chunk('Hello'), chunk(' '), chunk('world')]));
    const chunks = await collect(client.prompt('question').stream().content());
    expect(chunks).toEqual(['Hello', ' ', 'world']);
    expect(handler.turns[0]?.response?.chatResponse?.result?.output.text).toBe('Hello world');
    expect(handler.turns[0]?.request.prompt.instructions.map(({ text }) => text)).toEqual(['question']);
    const [terminal] = handler.advisors('stream');
    expect(terminal?.chatClientResponse?.chatResponse?.result?.output.text).toBe('Hello world');
  });

  it.each(MODES)('[OB-112] shows prompt and answer of a %s nowhere', async (mode) => {
    const logs = RecordingLogProvider.install();
    try {
      const { handler, client } = observed(scripted('my secret answer'), SPRING);
      await run(client.mutate().defaultSystem('my secret system').build(), mode);
      const attributes = handler.stopped.flatMap((context) => [low(context), high(context)]);
      expect(attributes.length).toBeGreaterThan(4);
      expect(JSON.stringify([attributes, logs.entries])).not.toMatch(/secret|question/);
    } finally {
      logs.uninstall();
    }
  });

  it('is one per iteration of a stream, and none before', async () => {
    const { handler, client } = observed(new AnyModel([chunk('a')]));
    const content = client.prompt('question').stream().content();
    expect(handler.started).toEqual([]);
    await collect(content);
    await collect(content);
    expect(handler.turns).toHaveLength(2);
  });

  it('costs nothing until somebody listens, and starts when somebody does', async () => {
    const registry = new ObservationRegistry();
    const client = ChatClient.create(scripted('one', 'two'), { observationRegistry: registry });
    await client.prompt('question').call().content();
    const { handler } = recorded();
    registry.addHandler(handler);
    await client.prompt('question').call().content();
    expect(handler.paths).toEqual(['chat_client', 'chat_client > tool_calling', 'chat_client > tool_calling > call']);
  });
});

describe('the observation of an advisor', () => {
  it.each(MODES)('[OB-104] is one per execution in a %s, nested in the next outer one', async (mode) => {
    const { handler, client } = observed(scripted('answer'), SPRING);
    const advisors = [new PassingAdvisor('OuterAdvisor', DEF - 1), new PassingAdvisor('InnerAdvisor', 678)];
    await run(client.mutate().defaultAdvisors(advisors).build(), mode);
    const client_ = 'spring_ai chat_client';
    expect(handler.paths).toEqual([
      client_,
      `${client_} > outer`,
      `${client_} > outer > tool_calling`,
      `${client_} > outer > tool_calling > inner`,
      `${client_} > outer > tool_calling > inner > ${mode}`,
    ]);
    expect(handler.stopped).toEqual(handler.started.toReversed());
    const [inner] = handler.advisors('InnerAdvisor');
    expect(inner?.name).toBe('spring.ai.advisor');
    expect(low(inner)).toEqual({
      'gen_ai.operation.name': 'framework',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'advisor',
      'spring.ai.advisor.name': 'InnerAdvisor',
    });
    expect(high(inner)).toEqual({ 'spring.ai.advisor.order': '678' });
  });

  it('[OB-104] is named by a convention of the application, also in copies of the chain', async () => {
    const { handler, registry } = recorded();
    const [first, second] = [new PassingAdvisor('first', 1), new PassingAdvisor('second', 2)];
    const chain = DefaultAroundAdvisorChain.builder(registry)
      .observationConvention(ownAdvisorConvention)
      .pushAll([first, second, new ChatModelCallAdvisor(scripted('1', '2', '3'))])
      .build();
    for (const each of [chain, chain.copy(first), chain.mutate().build()]) await each.nextCall(requestOf([]));
    const seen = handler.started.map((context) => `${context.name}: ${context.contextualName}`);
    const all = ['own.advisor: own first', 'own.advisor: own second', 'own.advisor: own call'];
    expect(seen).toEqual([...all, ...all.slice(1), ...all]);
    expect([low(handler.started[0]), high(handler.started[0])]).toEqual([{ who: 'first' }, { size: '0' }]);
  });

  it('[OB-107] of the tool loop is one, and those of its streamed rounds are its children', async () => {
    const { handler, registry } = recorded();
    const manager = ToolCallingManager.builder().observationRegistry(registry).build();
    const outside = new PassingAdvisor('outside', DEF - 1);
    const inside = new PassingAdvisor('inside', DEF + 1);
    const model = scripted(call('getWeather'), 'It is sunny.');
    const chain = DefaultAroundAdvisorChain.builder(registry)
      .observationConvention(namedAdvisorConvention('spring'))
      .pushAll([outside, ToolCallingAdvisor.builder().toolCallingManager(manager).build(), inside])
      .push(new ChatModelStreamAdvisor(model))
      .build();
    const request = requestOf([], TOOL_OPTIONS.mutate().toolCallbacks([weather]).build());
    await insideCaller(registry, () => collect(chain.nextStream(request)));
    expect(handler.paths).toEqual([
      'caller',
      'caller > outside',
      'caller > outside > tool_calling',
      'caller > outside > tool_calling > inside',
      'caller > outside > tool_calling > inside > stream',
      'caller > outside > tool_calling > execute_tool getWeather',
      'caller > outside > tool_calling > inside',
      'caller > outside > tool_calling > inside > stream',
    ]);
    expect(handler.stopped).toHaveLength(handler.started.length);
    expect(new Set(handler.stopped).size).toBe(handler.started.length);
  });

  it.each(MODES)('[OB-12] is the parent of those of its tools in a %s, also of concurrent ones', async (mode) => {
    const both = asks([call('getWeather'), call('getNews')]);
    const { handler, client, registry } = observed(scripted(both, 'done'));
    await insideCaller(registry, () => run(client, mode));
    expect(handler.paths.slice(1)).toEqual([
      'caller > chat_client',
      'caller > chat_client > tool_calling',
      `caller > chat_client > tool_calling > ${mode}`,
      'caller > chat_client > tool_calling > execute_tool getWeather',
      'caller > chat_client > tool_calling > execute_tool getNews',
      `caller > chat_client > tool_calling > ${mode}`,
    ]);
    expect(new Set(handler.stopped).size).toBe(handler.started.length);
    expect(handler.stopped).toHaveLength(handler.started.length);
  });

  it('keeps concurrent turns apart', async () => {
    const { handler, client } = observed(scripted('a', 'b', 'c', 'd'));
    await Promise.all(['call', 'stream', 'call', 'stream'].map((mode) => run(client, mode as 'call')));
    expect(handler.turns.map(({ parent }) => parent)).toEqual([null, null, null, null]);
    const loops = handler.advisors('Tool Calling Advisor');
    expect(new Set(loops.map(({ parent }) => parent))).toEqual(new Set(handler.turns));
  });
});

describe('a turn that does not end well', () => {
  const boom = new RangeError('the model is down');

  class FailingModel extends AnyModel {
    override async call(): Promise<never> {
      throw boom;
    }

    override async *stream(): AsyncGenerator<ReturnType<typeof chunk>> {
      yield chunk('partial');
      throw boom;
    }
  }

  it.each(MODES)('[OB-108] is marked as an error and ended once, in a %s', async (mode) => {
    const { handler, client } = observed(new FailingModel([]));
    await expect(run(client, mode)).rejects.toBe(boom);
    expect(handler.started).toHaveLength(3);
    expect(handler.failed).toEqual(handler.started.toReversed());
    expect(handler.stopped).toEqual(handler.started.toReversed());
    expect(handler.stopped.map((context) => [context.error, low(context)['error.type']])).toEqual(
      Array(3).fill([boom, 'RangeError']),
    );
    expect(handler.turns[0]?.response).toBeNull();
  });

  it('[OB-108] is ended once when the consumer of the stream stops early, without an error', async () => {
    const { handler, client } = observed(new AnyModel([chunk('a'), chunk('b')]));
    for await (const text of client.prompt('question').stream().content()) {
      expect(text).toBe('a');
      break;
    }
    expect(handler.started).toHaveLength(3);
    expect(handler.stopped).toEqual(handler.started.toReversed());
    expect(handler.failed).toEqual([]);
    expect(handler.turns[0]?.response).toBeNull();
  });

  it('[OB-108] is ended once when the consumer throws', async () => {
    const { handler, client } = observed(new AnyModel([chunk('a'), chunk('b')]));
    const consume = async (chunks: AsyncIterable<ChatClientResponse>): Promise<void> => {
      for await (const _ of chunks) throw new EvalError('mine');
    };
    await expect(consume(client.prompt('question').stream().chatClientResponse())).rejects.toThrow('mine');
    expect(handler.stopped).toEqual(handler.started.toReversed());
    expect(handler.failed).toEqual([]);
  });

  it.each(MODES)('[OB-108] is marked and ended once when the caller aborts a %s', async (mode) => {
    const abort = new AbortController();
    const reason = new SyntaxError('enough');
    const aborting = new StubTool('aborting', () => {
      abort.abort(reason);
      return 'too late';
    });
    const { handler, client } = observed(scripted(call('aborting'), 'never'));
    const request = client.prompt('question').tools(aborting);
    const { signal } = abort;
    const ended = mode === 'call' ? request.call({ signal }).content() : collect(request.stream({ signal }).content());
    await expect(ended).rejects.toBe(reason);
    expect(handler.turns.map(({ error }) => error)).toEqual([reason]);
    expect(handler.failed.map(({ contextualName }) => contextualName)).toEqual([
      'execute_tool aborting',
      'tool_calling',
      'chat_client',
    ]);
    expect(handler.stopped).toHaveLength(handler.started.length);
    expect(new Set(handler.stopped).size).toBe(handler.started.length);
  });

  it('[OB-108] is ended when the consumer of the stream stops while a tool runs', async () => {
    const { handler, client } = observed(scripted(call('slow'), 'never'));
    let running: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (running = resolve));
    const slow = new StubTool('slow', () => {
      running();
      return new Promise<string>(() => undefined);
    });
    const texts = client.prompt('question').tools(slow).stream().content()[Symbol.asyncIterator]();
    const pull = texts.next();
    await started;
    await Promise.allSettled([texts.return?.(), pull]);
    expect(handler.stopped).toHaveLength(handler.started.length);
    expect(new Set(handler.stopped).size).toBe(handler.started.length);
    expect(low(handler.turns[0])['error.type']).toBe('AbortError');
  });
});
