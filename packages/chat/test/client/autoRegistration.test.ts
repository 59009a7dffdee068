import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AdvisorParams,
  ChatClient,
  type ChatClientRequestSpec,
  type ChatClientSettings,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import { ScriptedChatModel } from '@toolwright/testing';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { IdleMemoryAdvisor, IdleToolAdvisor, PassingAdvisor } from '../support/advisors.js';
import { call, collect, scripted, shorthand } from '../support/models.js';
import { RecordingManager, StubTool } from '../support/tools.js';

const DEF = ToolCallingAdvisor.DEFAULT_ORDER;
const KEY = 'spring.ai.chat.client.tool.calling.advisor.auto-register';
const getWeather = new StubTool('getWeather', 'sunny');

/** A client whose model asks for the weather and then answers, and an advisor inside the loop. */
function weatherClient(settings: ChatClientSettings = {}): {
  model: ScriptedChatModel;
  inside: PassingAdvisor;
  client: ChatClient;
} {
  const model = scripted(call('getWeather'), 'It is sunny.');
  const inside = new PassingAdvisor('inside', DEF + 100);
  const client = ChatClient.builder(model, settings).defaultAdvisors(inside).build();
  return { model, inside, client };
}

/** Puts the weather tool into the options, outside of the loop. */
function injecting(): PassingAdvisor {
  return new PassingAdvisor('injecting', DEF - 10, (request) => {
    const options = (request.prompt.options as ToolCallingChatOptions).mutate().toolCallbacks(getWeather).build();
    return request.withPrompt(request.prompt.withOptions(options));
  });
}

describe('A client without a tool advisor', () => {
  it('[AR-01] gets one, and runs the tools', async () => {
    const { model, inside, client } = weatherClient();
    expect(await client.prompt('question').tools(getWeather).call().content()).toBe('It is sunny.');
    expect([model.prompts.length, inside.count]).toEqual([2, 2]);
  });

  it.each([
    ['the parameter helper', AdvisorParams.toolCallingAdvisorAutoRegister(false)],
    ['its older name', AdvisorParams.toolCallAdvisorAutoRegister(false)],
    ['the parameter', (spec: { param(key: string, value: unknown): unknown }) => void spec.param(KEY, false)],
  ])('[AR-02] gets none when switched off by %s', async (_, consumer) => {
    const { model, inside, client } = weatherClient();
    const response = await client.prompt('question').tools(getWeather).advisors(consumer).call().chatResponse();
    expect([model.prompts.length, inside.count]).toEqual([1, 1]);
    expect((model.prompts[0]?.options as ToolCallingChatOptions).toolCallbacks).toEqual([getWeather]);
    expect(response?.hasToolCalls()).toBe(true);
  });

  it.each([
    ['absent', undefined],
    ['true', true],
    ['null', null],
    ['a text', 'false'],
  ])('[AR-03] gets one when the parameter is %s', async (_, value) => {
    const { model, client } = weatherClient();
    const spec = client.prompt('question').tools(getWeather);
    if (value === null) expect(() => spec.advisors((advisors) => advisors.param(KEY, value))).toThrow();
    else if (value !== undefined) spec.advisors((advisors) => advisors.param(KEY, value));
    expect(await spec.call().content()).toBe('It is sunny.');
    expect(model.prompts).toHaveLength(2);
  });

  it('[AR-04] gets one even without tools', async () => {
    const model = scripted('answer');
    const inside = new PassingAdvisor('inside', DEF + 100);
    const spec = ChatClient.create(model).prompt('question').advisors(inside);
    expect(await spec.call().content()).toBe('answer');
    expect([model.prompts.length, inside.count]).toEqual([1, 1]);
    // It is there: the request inside belongs to a round of a loop, whose tool state is not that of the outside.
    const outside = new PassingAdvisor('outside', DEF - 1);
    const observing = new PassingAdvisor('observing', DEF + 1, (request) => {
      request.turn.set('inside', true);
      return request;
    });
    await ChatClient.create(scripted('answer')).prompt('question').advisors(outside, observing).call().content();
    expect(outside.requests[0]?.turn.has('inside')).toBe(false);
  });

  it('[AR-05] loops over tools that an outer advisor adds', async () => {
    const { model, inside, client } = weatherClient();
    expect(await client.prompt('question').advisors(injecting()).call().content()).toBe('It is sunny.');
    expect([model.prompts.length, inside.count]).toEqual([2, 2]);
  });

  it('[AR-06] loops over tools of the options of the model and of the request', async () => {
    const { model, inside, client } = weatherClient();
    const options = ToolCallingChatOptions.builder().toolCallbacks(getWeather);
    expect(await client.prompt('question').options(options).call().content()).toBe('It is sunny.');
    expect([model.prompts.length, inside.count]).toEqual([2, 2]);

    const own = new ScriptedChatModel([call('getWeather'), 'It is sunny.'], {
      defaultOptions: options.build(),
    });
    const counting = new PassingAdvisor('inside', DEF + 100);
    expect(await ChatClient.create(own).prompt('question').advisors(counting).call().content()).toBe('It is sunny.');
    expect([own.prompts.length, counting.count]).toEqual([2, 2]);
  });

  it('[AR-10] gets it from the builder of the client, with its manager', async () => {
    const manager = new RecordingManager();
    const { model, client } = weatherClient({
      toolCallingAdvisorBuilder: ToolCallingAdvisor.builder().toolCallingManager(manager),
    });
    expect(await client.prompt('question').tools(getWeather).call().content()).toBe('It is sunny.');
    expect(manager.calls).toHaveLength(1);
    expect(model.prompts).toHaveLength(2);
  });

  it('[AR-15] gets one for streams too, on the same conditions', async () => {
    const run = async (change: (spec: ChatClientRequestSpec) => ChatClientRequestSpec): Promise<number> => {
      const { inside, client } = weatherClient();
      await collect(change(client.prompt('question')).stream().content());
      return inside.count;
    };
    expect(await run((spec) => spec.tools(getWeather))).toBe(2);
    const off = AdvisorParams.toolCallingAdvisorAutoRegister(false);
    expect(await run((spec) => spec.tools(getWeather).advisors(off))).toBe(1);
    expect(await run((spec) => spec.advisors(injecting()))).toBe(2);
  });

  it('[AR-16] runs one request several times', async () => {
    const model = scripted('one', 'two');
    const spec = ChatClient.create(model).prompt('question');
    expect(await spec.call().content()).toBe('one');
    expect(await spec.call().content()).toBe('two');
    expect(model.prompts).toHaveLength(2);
  });

  it('can be switched off by default and on again for a request', async () => {
    const { model, client } = weatherClient();
    const off = client.mutate().defaultAdvisors(AdvisorParams.toolCallingAdvisorAutoRegister(false)).build();
    const on = AdvisorParams.toolCallingAdvisorAutoRegister(true);
    expect(await off.prompt('question').tools(getWeather).advisors(on).call().content()).toBe('It is sunny.');
    expect(model.prompts).toHaveLength(2);
  });
});

describe('A client with a tool advisor', () => {
  it('[AR-07] keeps its own', async () => {
    const { model, client } = weatherClient();
    const explicit = ToolCallingAdvisor.builder().build();
    expect(await client.prompt('question').tools(getWeather).advisors(explicit).call().content()).toBe('It is sunny.');
    expect(model.prompts).toHaveLength(2);
  });

  it('[AR-08] keeps any other kind', async () => {
    const { model, inside, client } = weatherClient();
    const idle = new IdleToolAdvisor('idle', 0);
    const response = await client.prompt('question').tools(getWeather).advisors(idle).call().chatResponse();
    expect(response?.hasToolCalls()).toBe(true);
    expect([model.prompts.length, inside.count]).toEqual([1, 1]);
  });

  it('[AR-09] may not have two', () => {
    const refused = new IllegalStateException(
      'At most one ToolAdvisor is allowed in the advisor chain, but found 2: ' +
        '[Tool Calling Advisor (order=-2147483348), Tool Calling Advisor (order=-2147483348)]',
    );
    const client = ChatClient.builder(scripted('never')).defaultAdvisors(ToolCallingAdvisor.builder().build()).build();
    const spec = client.prompt('question').advisors(ToolCallingAdvisor.builder().build());
    expect(() => spec.call()).toThrow(refused);
    expect(() => spec.stream()).toThrow(refused);
    spec.advisors(AdvisorParams.toolCallingAdvisorAutoRegister(false));
    expect(() => spec.call()).toThrow(refused);
    expect(() => spec.stream()).toThrow(refused);
  });
});

describe('The history of the loop', () => {
  /** The messages of the second request: three when the loop keeps its history, one when memory is left to do so. */
  async function secondRequest(
    settings: ChatClientSettings,
    change: (spec: ChatClientRequestSpec) => ChatClientRequestSpec,
  ): Promise<readonly string[]> {
    const model = scripted(call('getWeather'), 'It is sunny.');
    const spec = ChatClient.create(model, settings).prompt('question').tools(getWeather);
    await change(spec).call().content();
    return shorthand(model.prompts[1]);
  }

  const KEPT = ['U question', 'A(tc) getWeather', 'T sunny'];
  const LEFT = ['T sunny'];

  it('[AR-11] is off beside a memory inside, which its brand tells', async () => {
    const memory = new IdleMemoryAdvisor('memory', DEF + 100);
    expect(await secondRequest({}, (spec) => spec.advisors(memory))).toEqual(LEFT);
    // Neither extends a memory advisor of the framework: only the brand counts.
    expect(Object.getPrototypeOf(IdleMemoryAdvisor)).toBe(PassingAdvisor);
  });

  it('[AR-12] is on beside a memory outside or at the same order', async () => {
    for (const order of [DEF - 100, DEF]) {
      const memory = new IdleMemoryAdvisor('memory', order);
      expect(await secondRequest({}, (spec) => spec.advisors(memory))).toEqual(KEPT);
    }
  });

  it('[AR-13] is decided by the client, at the order of its builder', async () => {
    const off = ToolCallingAdvisor.builder().conversationHistoryEnabled(false);
    expect(await secondRequest({ toolCallingAdvisorBuilder: off }, (spec) => spec)).toEqual(KEPT);
    const atZero = ToolCallingAdvisor.builder().advisorOrder(0);
    const memory = new IdleMemoryAdvisor('memory', DEF + 100);
    expect(await secondRequest({ toolCallingAdvisorBuilder: atZero }, (spec) => spec.advisors(memory))).toEqual(KEPT);
  });

  describe('of an advisor that was built by hand', () => {
    let logs: RecordingLogProvider;
    beforeEach(() => {
      logs = RecordingLogProvider.install();
    });
    afterEach(() => {
      logs.uninstall();
    });

    it('[AR-14] is not adapted', async () => {
      const explicit = ToolCallingAdvisor.builder().build();
      const memory = new IdleMemoryAdvisor('memory', DEF + 100);
      expect(await secondRequest({}, (spec) => spec.advisors(explicit, memory))).toEqual(KEPT);
      expect(explicit.conversationHistoryEnabled).toBe(true);
    });

    it('is warned of once, naming both and the remedy', async () => {
      const explicit = ToolCallingAdvisor.builder().build();
      const memory = new IdleMemoryAdvisor('my memory', DEF + 100);
      await secondRequest({}, (spec) => spec.advisors(explicit, memory));
      await secondRequest({}, (spec) => spec.advisors(memory, explicit));
      expect(logs.messages('warn')).toEqual([
        'Tool Calling Advisor (order=-2147483348) keeps the history of the turn, and so does my memory ' +
          '(order=-2147483248) inside of it: messages may be sent twice. ' +
          'Call disableInternalConversationHistory() on the builder of the former.',
      ]);
      const off = ToolCallingAdvisor.builder().disableInternalConversationHistory().build();
      await secondRequest({}, (spec) => spec.advisors(off, memory));
      expect(logs.messages('warn')).toHaveLength(1);
    });
  });

  it('[CX-102] is decided anew for every run: running a request never changes it', async () => {
    const manager = new RecordingManager();
    const script = [call('getWeather'), 'one', call('getWeather'), 'two', call('getWeather'), 'three'];
    const model = scripted(...script);
    const spec = ChatClient.create(model).prompt('question').tools(getWeather);
    expect(await spec.call().content()).toBe('one');
    expect(
      await spec
        .advisors(new IdleMemoryAdvisor('memory', DEF + 100))
        .call()
        .content(),
    ).toBe('two');
    expect(shorthand(model.prompts[1])).toEqual(KEPT);
    expect(shorthand(model.prompts[3])).toEqual(LEFT);
    const own = ToolCallingAdvisor.builder().toolCallingManager(manager).disableInternalConversationHistory().build();
    const mutated = spec.mutate().defaultAdvisors(own).build();
    expect(await mutated.prompt().call().content()).toBe('three');
    expect(manager.calls).toHaveLength(1);
  });
});
