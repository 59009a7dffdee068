import { describe, expect, it } from '@jest/globals';
import {
  type CallAdvisorChain,
  ChatClient,
  ChatClientResponse,
  type ChatClientRequest,
  type ChatClientRequestSpec,
  HIGHEST_PRECEDENCE,
  LOWEST_PRECEDENCE,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import {
  AssistantMessage,
  ChatOptions,
  ChatResponse,
  Generation,
  Prompt,
  SystemMessage,
  UserMessage,
} from '@toolwright/model';
import { ToolCallingChatOptions, ToolCallingManager, ToolExecutionResult } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { callThrough, chainOf, requestOf, streamThrough, textOf } from '../support/loops.js';
import { AnyModel, asks, call, collect, says, scripted, shorthand } from '../support/models.js';
import { RecordingManager, StubTool } from '../support/tools.js';

const S = new SystemMessage('system');
const U = new UserMessage('user');
const INSIDE = ToolCallingAdvisor.DEFAULT_ORDER + 100;
const OUTSIDE = ToolCallingAdvisor.DEFAULT_ORDER - 100;

function advisorOf(manager: ToolCallingManager): ToolCallingAdvisor {
  return ToolCallingAdvisor.builder().toolCallingManager(manager).build();
}

function withoutHistory(manager: ToolCallingManager): ToolCallingAdvisor {
  return ToolCallingAdvisor.builder().toolCallingManager(manager).disableInternalConversationHistory().build();
}

describe('ToolCallingAdvisor', () => {
  it('[TA-01] has defaults for everything', async () => {
    const advisor = ToolCallingAdvisor.builder().build();
    expect(advisor.order).toBe(-2147483348);
    expect(advisor.name).toBe('Tool Calling Advisor');
    expect(advisor.conversationHistoryEnabled).toBe(true);
    // The default checker and manager: a response with tool calls is executed by a real manager.
    const options = ToolCallingChatOptions.builder().toolCallbacks(new StubTool('weather', 'sunny')).build();
    const model = scripted(call('weather'), 'It is sunny.');
    expect(textOf(await callThrough(model, requestOf([U], options), advisor))).toBe('It is sunny.');
    expect(shorthand(model.prompts[1])).toEqual(['U user', 'A(tc) weather', 'T sunny']);
  });

  it('[TA-02] refuses missing parts, missing requests and the orders at the ends', async () => {
    const refused = (message: string): IllegalArgumentException => new IllegalArgumentException(message);
    const builder = ToolCallingAdvisor.builder();
    expect(() => builder.toolCallingManager(null as never).build()).toThrow(
      refused('toolCallingManager must not be null'),
    );
    expect(() => builder.toolExecutionEligibilityChecker(null as never).build()).toThrow(
      refused('toolExecutionEligibilityChecker must not be null'),
    );
    for (const order of [HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE]) {
      expect(() => ToolCallingAdvisor.builder().advisorOrder(order).build()).toThrow(
        refused('advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE'),
      );
    }
    const advisor = ToolCallingAdvisor.builder().build();
    const chain = chainOf(scripted('answer'), []);
    const request = requestOf([U]);
    await expect(advisor.adviseCall(null as never, chain)).rejects.toThrow(
      refused('chatClientRequest must not be null'),
    );
    await expect(advisor.adviseCall(request, null as never)).rejects.toThrow(
      refused('callAdvisorChain must not be null'),
    );
    await expect(collect(advisor.adviseStream(request, null as never))).rejects.toThrow(
      refused('streamAdvisorChain must not be null'),
    );
  });

  it.each([
    ['no options', null],
    ['options without tools', new ChatOptions({ model: 'plain' })],
  ])('[TA-03] steps aside for %s', async (_, options) => {
    const hooks: string[] = [];
    class Recording extends ToolCallingAdvisor {
      protected override doInitializeLoop(request: ChatClientRequest): ChatClientRequest {
        hooks.push('doInitializeLoop');
        return request;
      }
    }
    class RecordingBuilder extends ToolCallingAdvisor.Builder {
      override build(): Recording {
        return new Recording(this.settings());
      }
    }
    const manager = new RecordingManager();
    const advisor = new RecordingBuilder().toolCallingManager(manager).build();
    const inner = new PassingAdvisor('inner', INSIDE);
    const model = new AnyModel([asks(call('tool'))]);
    const request = requestOf([U], options);
    const response = await callThrough(model, request, advisor, inner);
    expect(inner.requests[0]).toBe(request);
    expect(response).toBe(inner.responses[0]);
    const chunks = await streamThrough(model, request, advisor, inner);
    expect(inner.requests[1]).toBe(request);
    expect(chunks).toEqual([inner.responses[1]]);
    expect(chunks[0]).toBe(inner.responses[1]);
    expect(hooks).toEqual([]);
    expect(manager.calls).toHaveLength(0);
  });

  it('[TA-04] returns an answer without tool calls, or a missing one, as it is', async () => {
    for (const answer of [says('answer'), null]) {
      const manager = new RecordingManager();
      const inner = new PassingAdvisor('inner', INSIDE);
      const model = new AnyModel([answer]);
      const response = await callThrough(model, requestOf([U]), advisorOf(manager), inner);
      expect(response).toBe(inner.responses[0]);
      expect(response.chatResponse).toBe(answer);
      expect(model.prompts).toHaveLength(1);
      expect(manager.calls).toHaveLength(0);
    }
    const bare = new PassingAdvisor('bare', INSIDE, undefined, ({ chatResponse }) =>
      ChatClientResponse.builder().chatResponse(chatResponse).build(),
    );
    const request = requestOf([U], undefined, { tenant: 'a' });
    expect(await callThrough(scripted('answer'), request, advisorOf(new RecordingManager()), bare)).toBe(
      bare.responses[0],
    );
  });

  it('[TA-05] runs the tools of each round and asks again with the complete history', async () => {
    const manager = new RecordingManager();
    const first = asks(call('tool1'));
    const model = scripted(first, 'answer');
    const request = requestOf([S, U]);
    const response = await callThrough(model, request, advisorOf(manager));
    expect(model.prompts.map(shorthand)).toEqual([
      ['S system', 'U user'],
      ['S system', 'U user', 'A(tc) tool1', 'T T1'],
    ]);
    expect(manager.calls).toHaveLength(1);
    expect(shorthand(manager.calls[0]?.prompt)).toEqual(['S system', 'U user']);
    expect(manager.calls[0]?.prompt.options).toBe(model.prompts[0]?.options);
    expect(manager.calls[0]?.response).toBe(first);
    expect(textOf(response)).toBe('answer');

    const twice = new RecordingManager();
    const longer = scripted(call('tool1'), call('tool2'), 'answer');
    expect(textOf(await callThrough(longer, request, advisorOf(twice)))).toBe('answer');
    expect(longer.prompts).toHaveLength(3);
    expect(shorthand(longer.prompts[2])).toEqual(['S system', 'U user', 'A(tc) tool1', 'T T1', 'A(tc) tool2', 'T T2']);
    expect(twice.calls).toHaveLength(2);
  });

  it('[TA-06] sends only the system message and the last results when its history is off', async () => {
    const builders = [
      ToolCallingAdvisor.builder().disableInternalConversationHistory(),
      ToolCallingAdvisor.builder().conversationHistoryEnabled(false),
    ];
    for (const builder of builders) {
      const model = scripted(call('tool1'), call('tool2'), 'answer');
      const advisor = builder.toolCallingManager(new RecordingManager()).build();
      expect(advisor.conversationHistoryEnabled).toBe(false);
      await callThrough(model, requestOf([S, U]), advisor);
      expect(model.prompts.map(shorthand)).toEqual([
        ['S system', 'U user'],
        ['S system', 'T T1'],
        ['S system', 'T T2'],
      ]);
    }
    const empty = new RecordingManager(() => ToolExecutionResult.builder().conversationHistory([]).build());
    const model = scripted(call('tool1'), 'answer');
    await callThrough(model, requestOf([S, U]), withoutHistory(empty));
    expect(model.prompts[1]?.instructions).toEqual([]);
  });

  it('[TA-07] gives the manager the complete history of the turn, whatever the model gets', async () => {
    const manager = new RecordingManager();
    const model = scripted(call('tool1'), call('tool2'), 'answer');
    await callThrough(model, requestOf([U]), withoutHistory(manager));
    expect(manager.calls).toHaveLength(2);
    expect(shorthand(manager.calls[1]?.prompt)).toEqual(['U user', 'A(tc) tool1', 'T T1']);
  });

  it('[TA-08] invents no system message when its history is off', async () => {
    const model = scripted(call('tool1'), 'answer');
    await callThrough(model, requestOf([U]), withoutHistory(new RecordingManager()));
    expect(shorthand(model.prompts[1])).toEqual(['T T1']);
  });

  it('[TA-09] runs what is inside once per round and what is outside once per turn', async () => {
    for (const advisor of [advisorOf(new RecordingManager()), withoutHistory(new RecordingManager())]) {
      const outside = new PassingAdvisor('outside', OUTSIDE);
      const inside = new PassingAdvisor('inside', INSIDE);
      await callThrough(scripted(call('tool1'), 'answer'), requestOf([S, U]), inside, advisor, outside);
      expect([outside.count, inside.count]).toEqual([1, 2]);
      expect(inside.requests.map(({ round }) => round)).toEqual([0, 1]);
      expect(inside.responses.map(({ round }) => round)).toEqual([0, 1]);
    }
  });

  it('[TA-10] starts each round from the initialized context, plus what the answers brought', async () => {
    // An entry that an inside advisor drops is there again; what it adds to the context carries over (CX-107).
    const dropping = new PassingAdvisor('dropping', INSIDE, (request) =>
      requestOf(request.prompt.instructions, request.prompt.options, { added: request.round }),
    );
    const request = requestOf([U], undefined, { tenant: 'a' });
    const model = scripted(call('tool1'), 'answer');
    const response = await callThrough(model, request, advisorOf(new RecordingManager()), dropping);
    expect(dropping.requests.map(({ context }) => context)).toEqual([{ tenant: 'a' }, { tenant: 'a', added: 0 }]);
    expect(response.context).toEqual({ tenant: 'a', added: 1 });
  });

  it('[CX-107] carries the context of a round into the next one and into the result', async () => {
    const counting = new PassingAdvisor(
      'counting',
      INSIDE,
      (request) => request,
      (response) =>
        response
          .mutate()
          .context('counter', Number(response.context['counter'] ?? 0) + 1)
          .build(),
    );
    const script = [call('tool1'), call('tool2'), 'answer'];
    const response = await callThrough(
      scripted(...script),
      requestOf([U]),
      advisorOf(new RecordingManager()),
      counting,
    );
    expect(counting.responses.map(({ context }) => context['counter'])).toEqual([1, 2, 3]);
    expect(response.context).toEqual({ counter: 3 });

    const streamed = new PassingAdvisor('streamed', INSIDE, counting.change, counting.changeResponse);
    const chunks = await streamThrough(
      scripted(...script),
      requestOf([U]),
      advisorOf(new RecordingManager()),
      streamed,
    );
    expect(streamed.responses.map(({ context }) => context['counter'])).toEqual([1, 2, 3]);
    expect(chunks.at(-1)?.context).toEqual({ counter: 3 });
  });

  it('[TA-26] leaves to the checker whether tools run', async () => {
    const manager = new RecordingManager();
    const never = ToolCallingAdvisor.builder()
      .toolCallingManager(manager)
      .toolExecutionEligibilityChecker(() => false)
      .build();
    const asking = asks(call('tool1'));
    expect((await callThrough(scripted(asking), requestOf([U]), never)).chatResponse).toBe(asking);
    const chunks = await streamThrough(scripted(asking), requestOf([U]), never);
    expect(chunks.map(({ chatResponse }) => chatResponse)).toEqual([asking]);
    expect(manager.calls).toHaveLength(0);

    let asked = 0;
    const once = (m: ToolCallingManager): ToolCallingAdvisor =>
      ToolCallingAdvisor.builder()
        .toolCallingManager(m)
        .toolExecutionEligibilityChecker(() => asked++ === 0)
        .build();
    const model = scripted('no call', 'answer');
    expect(textOf(await callThrough(model, requestOf([U]), once(manager)))).toBe('answer');
    expect(model.prompts).toHaveLength(2);
    expect(manager.calls).toHaveLength(1);
    asked = 0;
    await expect(
      callThrough(scripted('no call'), requestOf([U]), once(ToolCallingManager.builder().build())),
    ).rejects.toThrow(new IllegalStateException('No tool call requested by the chat model'));

    const seen: unknown[] = [];
    const recording = ToolCallingAdvisor.builder()
      .toolExecutionEligibilityChecker((response) => seen.push(response) < 0)
      .build();
    expect((await callThrough(new AnyModel([null]), requestOf([U]), recording)).chatResponse).toBeNull();
    expect(seen).toEqual([]);
  });

  it('[TA-27] executes the first generation that asks for tools', async () => {
    const generation = (name: string): Generation =>
      new Generation(new AssistantMessage('', { toolCalls: [call(name)] }), { finishReason: 'TOOL_CALLS' });
    const [first, second] = [new StubTool('first'), new StubTool('second')];
    const options = ToolCallingChatOptions.builder().toolCallbacks(first, second).build();
    const model = scripted(new ChatResponse([generation('first'), generation('second')]), 'answer');
    expect(textOf(await callThrough(model, requestOf([U], options), ToolCallingAdvisor.builder().build()))).toBe(
      'answer',
    );
    expect(shorthand(model.prompts[1])).toEqual(['U user', 'A(tc) first', 'T first result']);
    expect([first.inputs.length, second.inputs.length]).toEqual([1, 0]);
  });

  it('[TA-28] keeps the text beside a tool call in the history and from the caller', async () => {
    const model = scripted(asks(call('tool1'), undefined, 'Let me check.'), 'answer');
    const response = await callThrough(model, requestOf([U]), advisorOf(new RecordingManager()));
    expect(textOf(response)).toBe('answer');
    expect(model.prompts[1]?.instructions[1]?.text).toBe('Let me check.');
  });

  it('[TA-30] is configured by a builder that subclasses can extend', () => {
    const manager = new RecordingManager();
    const checker = (): boolean => false;
    class GreetingAdvisor extends ToolCallingAdvisor {
      constructor(
        settings: ToolCallingAdvisor.Settings,
        readonly greeting: string,
      ) {
        super(settings);
      }

      get manager(): ToolCallingManager {
        return this.toolCallingManager;
      }
    }
    class GreetingBuilder extends ToolCallingAdvisor.Builder {
      #greeting = 'hello';

      greeting(greeting: string): this {
        this.#greeting = greeting;
        return this;
      }

      override copy(): this {
        const copy = super.copy();
        copy.#greeting = this.#greeting;
        return copy;
      }

      override build(): GreetingAdvisor {
        return new GreetingAdvisor(this.settings(), this.#greeting);
      }

      get checker(): unknown {
        return this.settings().toolExecutionEligibilityChecker;
      }

      protected override newCopy(): GreetingBuilder {
        return new GreetingBuilder();
      }
    }
    const original = new GreetingBuilder()
      .greeting('good day')
      .toolCallingManager(manager)
      .toolExecutionEligibilityChecker(checker)
      .advisorOrder(7)
      .disableInternalConversationHistory();
    const copy = original.copy();
    expect(copy).toBeInstanceOf(GreetingBuilder);
    expect(copy).not.toBe(original);
    const built = copy.build();
    expect(built).toBeInstanceOf(GreetingAdvisor);
    expect([built.greeting, built.order, built.conversationHistoryEnabled]).toEqual(['good day', 7, false]);
    expect(built.manager).toBe(manager);
    expect(copy.checker).toBe(checker);

    copy
      .greeting('changed')
      .advisorOrder(8)
      .conversationHistoryEnabled(true)
      .toolCallingManager(new RecordingManager());
    const unchanged = original.build();
    expect([unchanged.greeting, unchanged.order, unchanged.conversationHistoryEnabled]).toEqual(['good day', 7, false]);
    expect(unchanged.manager).toBe(manager);
  });

  it('makes its default manager once for a builder and its copies', () => {
    class Open extends ToolCallingAdvisor.Builder {
      get manager(): ToolCallingManager {
        return this.settings().toolCallingManager;
      }

      protected override newCopy(): Open {
        return new Open();
      }
    }
    const builder = new Open();
    expect(builder.copy().manager).toBe(builder.manager);
    expect(builder.copy().manager).toBe(builder.manager);
    expect(new Open().manager).not.toBe(builder.manager);
  });

  it('[TA-31] serves interleaved turns independently', async () => {
    const gates: (() => void)[] = [];
    const waiting = new PassingAdvisor('waiting', INSIDE);
    const gate = {
      name: 'gate',
      order: INSIDE + 1,
      adviseCall: async (request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> => {
        await new Promise<void>((resolve) => gates.push(resolve));
        return chain.nextCall(request);
      },
    };
    const advisor = ToolCallingAdvisor.builder().build();
    const turn = (name: string): { prompts: readonly unknown[]; response: Promise<ChatClientResponse> } => {
      const options = ToolCallingChatOptions.builder().toolCallbacks(new StubTool(name)).build();
      const usage = { promptTokens: name.length, completionTokens: 0, totalTokens: name.length };
      const full = { ...usage, cacheReadInputTokens: null, cacheWriteInputTokens: null, nativeUsage: null };
      const model = scripted(asks(call(name), full), says(`${name} answer`, full));
      const response = callThrough(model, requestOf([new UserMessage(name)], options), advisor, waiting, gate);
      return { prompts: model.prompts, response };
    };
    const [a, bb] = [turn('a'), turn('bb')];
    for (let opened = 0; opened < 4; opened++) {
      while (gates.length === 0) await new Promise((resolve) => setImmediate(resolve));
      gates.shift()?.();
    }
    const [first, second] = await Promise.all([a.response, bb.response]);
    expect([textOf(first), textOf(second)]).toEqual(['a answer', 'bb answer']);
    expect(first.chatResponse?.metadata.usage.totalTokens).toBe(2);
    expect(second.chatResponse?.metadata.usage.totalTokens).toBe(4);
    expect(shorthand(a.prompts[1] as never)).toEqual(['U a', 'A(tc) a', 'T a result']);
    expect(shorthand(bb.prompts[1] as never)).toEqual(['U bb', 'A(tc) bb', 'T bb result']);
  });

  it('[CX-124] refuses two tools of one name that come into the options during the turn', async () => {
    const doubled = ToolCallingChatOptions.builder().toolCallbacks(new StubTool('x'), new StubTool('x')).build();
    const model = scripted('answer');
    await expect(callThrough(model, requestOf([U], doubled), ToolCallingAdvisor.builder().build())).rejects.toThrow(
      new IllegalStateException('Multiple tools with the same name (x) found in ToolCallingChatOptions'),
    );
    expect(model.prompts).toHaveLength(0);
  });

  it.each(['call', 'stream'] as const)('[CX-124] refuses them wherever they come from, by %s()', async (mode) => {
    const [mine, theirs] = [new StubTool('x'), new StubTool('x')];
    const refusal = new IllegalStateException('Multiple tools with the same name (x) found in ToolCallingChatOptions');
    const options = (...tools: readonly StubTool[]) => ToolCallingChatOptions.builder().toolCallbacks(tools);
    const adding = (order: number): PassingAdvisor =>
      new PassingAdvisor('adding', order, (request) => {
        const own = request.prompt.options as ToolCallingChatOptions;
        return request.withPrompt(request.prompt.withOptions(own.mutate().toolCallbacks(theirs).build()));
      });
    class Appending extends ToolCallingAdvisor {
      protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
        return request.round > 0 ? adding(0).change(request) : request;
      }
    }
    class AppendingBuilder extends ToolCallingAdvisor.Builder {
      override build(): Appending {
        return new Appending(this.settings());
      }

      protected override newCopy(): AppendingBuilder {
        return new AppendingBuilder();
      }
    }
    const run = async (spec: ChatClientRequestSpec): Promise<unknown> =>
      mode === 'call' ? spec.call().content() : collect(spec.stream().content());

    const model = scripted(call('x'), 'never');
    const client = ChatClient.create(model);
    const own = new AnyModel([], options(mine).build());
    const before: readonly (() => ChatClientRequestSpec)[] = [
      () => ChatClient.create(own).prompt('q').options(options(theirs)),
      () => ChatClient.builder(own).defaultOptions(options(theirs)).build().prompt('q'),
      () => client.prompt('q').options(options(mine)).options(options(theirs).build()),
      () => client.prompt(new Prompt('q', options(mine, theirs).build())),
      () => client.prompt('q').tools(mine).advisors(adding(OUTSIDE)),
    ];
    for (const make of before) await expect(run(make())).rejects.toThrow(refusal);
    expect([model.prompts.length, own.prompts.length]).toEqual([0, 0]);

    const toolCallingAdvisorBuilder = new AppendingBuilder();
    const late = ChatClient.create(model, { toolCallingAdvisorBuilder }).prompt('q').tools(mine);
    await expect(run(late)).rejects.toThrow(refusal);
    expect(model.prompts).toHaveLength(1);
    expect([mine.inputs.length, theirs.inputs.length]).toEqual([1, 0]);
  });

  it('passes the signal and one turn state to the tools of all rounds, and ends when the signal fires', async () => {
    const controller = new AbortController();
    const counting = new StubTool('count', (_, context) => {
      const count = Number(context?.turn.get('count') ?? 0) + 1;
      context?.turn.set('count', count);
      if (count === 2) controller.abort(new Error('enough'));
      return String(count);
    });
    const options = ToolCallingChatOptions.builder().toolCallbacks(counting).build();
    const model = scripted(call('count'), call('count'), call('count'));
    const request = requestOf([U], options).mutate().signal(controller.signal).build();
    await expect(callThrough(model, request, ToolCallingAdvisor.builder().build())).rejects.toThrow('enough');
    expect(model.prompts).toHaveLength(2);
    expect(shorthand(model.prompts[1]).at(-1)).toBe('T 1');
  });
});
