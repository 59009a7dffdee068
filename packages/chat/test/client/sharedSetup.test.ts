import { describe, expect, it } from '@jest/globals';
import {
  type CallAdvisorChain,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatModelCallAdvisor,
  ChatModelStreamAdvisor,
  DefaultAroundAdvisorChain,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { IllegalArgumentException, IllegalStateException, ObservationRegistry } from '@toolwright/core';
import { type ChatModel, ChatOptions } from '@toolwright/model';
import { ScriptedChatModel } from '@toolwright/testing';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { requestOf } from '../support/loops.js';
import { collect, scripted, TOOL_OPTIONS } from '../support/models.js';
import { recorded } from '../support/observations.js';
import { InMemoryPendingTurnRepository } from '@toolwright/chat';
import { StubTool } from '../support/tools.js';

/** Notes the tool loop of its chain, and what model the chain ends with. */
class Looking extends PassingAdvisor {
  readonly loops: unknown[] = [];
  readonly models: (ChatModel | undefined)[] = [];

  constructor() {
    super('looking', ToolCallingAdvisor.DEFAULT_ORDER - 1);
  }

  override async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    this.loops.push(chain.callAdvisors.find((advisor) => advisor instanceof ToolCallingAdvisor));
    this.models.push(chain.chatModel);
    return super.adviseCall(request, chain);
  }
}

/** A model that answers any number of requests with the same text. */
function answering(text: string, defaultOptions: ChatOptions = TOOL_OPTIONS): ScriptedChatModel {
  return new ScriptedChatModel([text], { defaultOptions, repeatLast: true });
}

/** The tool loop that a request of the client goes through. */
async function loopOf(client: ChatClient): Promise<unknown> {
  const looking = new Looking();
  await client.prompt('q').advisors(looking).call().content();
  expect(looking.loops).toHaveLength(1);
  return looking.loops[0];
}

const ask = (client: ChatClient): Promise<string | null> => client.prompt('q').call().content();

describe('clients that are set up alike', () => {
  it('share what does not belong to one of them, and each asks its own model', async () => {
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder();
    const [one, two] = [answering('one'), answering('two')];
    const tool = new StubTool('tool');
    const clientOf = (model: ChatModel) =>
      ChatClient.builder(model, { toolCallingAdvisorBuilder }).defaultTools(tool).build();
    const [first, second] = [clientOf(one), clientOf(two)];
    const texts = await Promise.all([ask(first), ask(second), ask(first), ask(second)]);
    expect(texts).toEqual(['one', 'two', 'one', 'two']);
    const pieces = await Promise.all([first, second].map((client) => collect(client.prompt('q').stream().content())));
    expect(pieces.map((texts) => texts.join(''))).toEqual(['one', 'two']);
    expect(one.prompts[0]?.options).toBe(two.prompts[0]?.options);
    expect([one.prompts.length, two.prompts.length]).toEqual([3, 3]);
  });

  it('tell their advisors which model is asked in the end', async () => {
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder();
    const looking = new Looking();
    const [one, two] = [answering('one'), answering('two')];
    for (const model of [one, two, one]) {
      await ask(ChatClient.builder(model, { toolCallingAdvisorBuilder }).defaultAdvisors(looking).build());
    }
    expect(looking.models).toEqual([one, two, one]);
    expect(looking.models[1]).toBe(two);
  });

  it('keep their own defaults and options apart', async () => {
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder();
    const tool = new StubTool('tool');
    const model = answering('answer');
    const clientOf = () => ChatClient.builder(model, { toolCallingAdvisorBuilder }).defaultTools(tool);
    const clients = [
      clientOf().defaultToolContext({ tenant: 'a' }).build(),
      clientOf().defaultToolContext({ tenant: 'b' }).build(),
      clientOf().defaultOptions(ChatOptions.builder().model('other').build()).build(),
      clientOf().build(),
    ];
    for (const client of [...clients, ...clients]) await ask(client);
    const sent = model.prompts.map(({ options }) => options as ToolCallingChatOptions);
    const seen = sent.map(({ model, toolContext, toolCallbacks }) => [model, toolContext, toolCallbacks?.length]);
    const expected = [
      ['scripted', { tenant: 'a' }, 1],
      ['scripted', { tenant: 'b' }, 1],
      ['other', null, 1],
      ['scripted', null, 1],
    ];
    expect(seen).toEqual([...expected, ...expected]);
    // What a client sends is merged once.
    expect(sent.slice(4).map((options, index) => options === sent[index])).toEqual([true, true, true, true]);
  });

  it('send each model the options that are its own', async () => {
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder();
    const tool = new StubTool('tool');
    const models = ['small', 'large'].map((name) =>
      answering(name, ToolCallingChatOptions.builder().model(name).build()),
    );
    const clients = models.map((model) =>
      ChatClient.builder(model, { toolCallingAdvisorBuilder }).defaultTools(tool).build(),
    );
    for (const client of [...clients, ...clients]) await ask(client);
    const names = models.map(({ prompts }) => prompts.map(({ options }) => options?.model));
    expect(names).toEqual([
      ['small', 'small'],
      ['large', 'large'],
    ]);
  });

  it('are told apart by what their advisor builder is set to when they are made', async () => {
    const builder = ToolCallingAdvisor.builder();
    const client = () => ChatClient.builder(answering('a'), { toolCallingAdvisorBuilder: builder }).build();
    const before = (await loopOf(client())) as ToolCallingAdvisor;
    builder.advisorOrder(7);
    const after = (await loopOf(client())) as ToolCallingAdvisor;
    expect([before.order, after.order]).toEqual([ToolCallingAdvisor.DEFAULT_ORDER, 7]);
  });

  it('are told apart by everything else that they are set up with', async () => {
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder();
    const { handler, registry } = recorded();
    const model = answering('answer');
    const observed = ChatClient.create(model, { toolCallingAdvisorBuilder, observationRegistry: registry });
    const silent = ChatClient.create(model, { toolCallingAdvisorBuilder });
    await ask(silent);
    expect(handler.started).toEqual([]);
    await ask(observed);
    expect(handler.started.length).toBeGreaterThan(0);

    const pendingTurnRepository = new InMemoryPendingTurnRepository();
    const waiting = ChatClient.create(model, { toolCallingAdvisorBuilder, pendingTurnRepository });
    await expect(silent.resume('id', {}).content()).rejects.toThrow('this client has no PendingTurnRepository');
    await expect(waiting.resume('id', {}).content()).rejects.not.toThrow('this client has no PendingTurnRepository');
    const refused = { toolCallingAdvisorBuilder, pendingTurnRepository, approvals: { lease: 0 } };
    expect(() => ChatClient.create(model, refused)).toThrow(
      new IllegalArgumentException('lease must be greater than 0'),
    );
    expect(() => ChatClient.create(model, { toolCallingAdvisorBuilder, observationRegistry: null as never })).toThrow(
      new IllegalArgumentException('observationRegistry cannot be null'),
    );
  });

  it('of a subclass of the advisor builder, whose settings nobody knows, share nothing', async () => {
    class OwnBuilder extends ToolCallingAdvisor.Builder {
      static made = 0;

      override build(): ToolCallingAdvisor {
        OwnBuilder.made++;
        return super.build();
      }

      protected override newCopy(): OwnBuilder {
        return new OwnBuilder();
      }
    }
    const toolCallingAdvisorBuilder = new OwnBuilder();
    for (let made = 1; made <= 2; made++) {
      await ask(ChatClient.create(answering('a'), { toolCallingAdvisorBuilder }));
      expect(OwnBuilder.made).toBe(made);
    }
  });

  it('name their model, observed or not, if it cannot carry tools', () => {
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder();
    for (const observationRegistry of [ObservationRegistry.NOOP, recorded().registry]) {
      const model = new ScriptedChatModel(['a'], { defaultOptions: ChatOptions.builder().build() });
      const client = ChatClient.create(model, { toolCallingAdvisorBuilder, observationRegistry });
      expect(() => client.prompt('q').tools(new StubTool('tool')).call()).toThrow(
        'The options of ScriptedChatModel cannot carry tools',
      );
    }
  });
});

describe('the end of a chain', () => {
  it('asks the model of the chain if it has none of its own', async () => {
    const [own, ofClient] = [scripted('own', 'own'), scripted('never')];
    const builder = (...models: (ChatModel | null)[]) => {
      const [call = null, stream = null] = models;
      const ends = [new ChatModelCallAdvisor(call), new ChatModelStreamAdvisor(stream)];
      return DefaultAroundAdvisorChain.builder().pushAll(ends).build();
    };
    const chain = builder(own, own);
    expect(chain.chatModel).toBe(own);
    expect((await chain.nextCall(requestOf([]))).chatResponse?.result?.output.text).toBe('own');
    expect(await collect(chain.nextStream(requestOf([])))).toHaveLength(1);
    expect([own.prompts.length, ofClient.prompts.length]).toEqual([2, 0]);

    const none = builder();
    const missing = new IllegalStateException(
      'There is no model to ask: give one to the advisor at the end of the chain, or run the chain of a client',
    );
    expect(none.chatModel).toBeUndefined();
    await expect(none.nextCall(requestOf([]))).rejects.toThrow(missing);
    await expect(collect(none.nextStream(requestOf([])))).rejects.toThrow(missing);
  });

  it('stays that of the client in copies and in chains made of it', async () => {
    const model = answering('answer');
    const texts: unknown[] = [];
    class Copying extends PassingAdvisor {
      override async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
        const given = chain as DefaultAroundAdvisorChain;
        const rest = given.copy(this);
        const extended = rest.mutate().push(new PassingAdvisor('more', 0)).build();
        expect([rest.chatModel, extended.chatModel]).toEqual([model, model]);
        for (const each of [rest, extended]) {
          texts.push((await each.nextCall(request)).chatResponse?.result?.output.text);
        }
        return super.adviseCall(request, chain);
      }
    }
    const client = ChatClient.builder(model).defaultAdvisors(new Copying('copying', -5)).build();
    expect(await ask(client)).toBe('answer');
    expect(texts).toEqual(['answer', 'answer']);
    expect(model.prompts).toHaveLength(3);
  });
});
