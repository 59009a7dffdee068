import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import {
  ChatClient,
  ChatMemory,
  type ChatClientResponse,
  InMemoryChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
  type TurnEvent,
} from '@toolwright/chat';
import {
  ChatModel,
  type ChatModelRunOptions,
  type ChatResponse,
  type ToolResponse,
  ToolResponseMessage,
  usageOf,
} from '@toolwright/model';
import { ScriptedChatModel } from '@toolwright/testing';
import {
  Tool,
  ToolCallingManager,
  ToolExecutionResult,
  TurnBudget,
  TurnLimitExceededException,
} from '@toolwright/tools';
import { complaintsAbout } from '../support/memory.js';
import { asks, call, collect, says, scripted, shorthand, TOOL_OPTIONS } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const ROUNDS = 'Tool round limit (3) exceeded for this turn. No further tool calls are allowed.';
const MODES = ['call', 'stream'] as const;
type Mode = (typeof MODES)[number];

/** A client whose loop runs tools with this manager. */
function clientOf(model: ChatModel, manager: ToolCallingManager): ChatClient {
  const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder().toolCallingManager(manager);
  return ChatClient.builder(model, { toolCallingAdvisorBuilder }).build();
}

/** Runs one turn; of a stream what `final()` makes of it. */
async function turn(
  mode: Mode,
  client: ChatClient,
  tools: readonly unknown[],
  signal?: AbortSignal,
): Promise<ChatClientResponse> {
  const spec = client
    .prompt()
    .user('Go')
    .tools(...tools);
  const options = signal ? { signal } : {};
  return mode === 'call' ? spec.call(options).chatClientResponse() : spec.stream(options).final();
}

function endOf(response: ChatClientResponse): Readonly<Record<string, unknown>> {
  const { output, metadata } = response.chatResponse!.result!;
  return { text: output.text, reason: metadata.finishReason };
}

function partialOf(response: ChatClientResponse): readonly string[] {
  const responses = response.chatResponse!.result!.metadata['partialToolResponses'] as readonly ToolResponse[];
  return responses.map(({ responseData }) => responseData);
}

/** A model that asks for a tool in every request, with a usage. */
function insatiable(tokens = 0, name = 'work'): ScriptedChatModel {
  return new ScriptedChatModel([asks(call(name), usageOf(tokens, 0))], {
    defaultOptions: TOOL_OPTIONS,
    repeatLast: true,
  });
}

/** Does not look at its signal and never answers. */
class SilentModel extends ChatModel {
  readonly signals: (AbortSignal | undefined)[] = [];

  override get defaultOptions() {
    return TOOL_OPTIONS;
  }

  override call(_prompt: unknown, options?: ChatModelRunOptions): Promise<ChatResponse> {
    this.signals.push(options?.signal);
    return new Promise(() => undefined);
  }
}

describe.each(MODES)('the limits of a turn, %s', (mode) => {
  it(`[BG-01] [BG-08] end after so many rounds, ${mode}`, async () => {
    const model = insatiable();
    const work = new StubTool('work');
    const response = await turn(mode, clientOf(model, ToolCallingManager.builder().maxRounds(3).build()), [work]);
    expect(work.inputs).toHaveLength(3);
    expect(model.prompts).toHaveLength(4);
    expect(endOf(response)).toEqual({ text: ROUNDS, reason: 'toolRoundLimitExceeded' });
    expect(partialOf(response)).toEqual(['work result', 'work result', 'work result']);
  });

  it(`[BG-02] [BG-08] end the call that runs when the time is over, ${mode}`, async () => {
    const reasons: unknown[] = [];
    const work = new StubTool('work', (_input, context) => {
      if (work.inputs.length === 1) return 'first result';
      context?.signal.addEventListener('abort', () => reasons.push(context.signal.reason));
      return new Promise(() => undefined);
    });
    const manager = ToolCallingManager.builder().maxDuration('200ms').build();
    const started = performance.now();
    const response = await turn(mode, clientOf(insatiable(), manager), [work]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(199);
    expect(endOf(response)).toEqual({
      text: 'Tool time limit (200ms) exceeded for this turn. No further tool calls are allowed.',
      reason: 'toolTimeLimitExceeded',
    });
    expect(partialOf(response)).toEqual(['first result']);
    expect(reasons).toHaveLength(1);
  });

  it(`[BG-02] [BG-08] end the wait for a model that does not answer in time, ${mode}`, async () => {
    const model = new SilentModel();
    const manager = ToolCallingManager.builder().maxDuration(100).build();
    const response = await turn(mode, clientOf(model, manager), [new StubTool('work')]);
    expect(endOf(response)['reason']).toBe('toolTimeLimitExceeded');
    expect(partialOf(response)).toEqual([]);
    expect(model.signals[0]?.aborted).toBe(true);
  });

  it(`[BG-02] leave an abort of the caller what it is, ${mode}`, async () => {
    const controller = new AbortController();
    const work = new StubTool('work', () => {
      controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    });
    const manager = ToolCallingManager.builder().maxDuration('1m').build();
    await expect(turn(mode, clientOf(insatiable(), manager), [work], controller.signal)).rejects.toThrow('enough');
  });

  it(`[BG-03] [BG-08] allow no model request once the tokens are used up, ${mode}`, async () => {
    const model = insatiable(400);
    const work = new StubTool('work');
    const response = await turn(mode, clientOf(model, ToolCallingManager.builder().maxTokens(1_000).build()), [work]);
    expect(model.prompts).toHaveLength(3);
    expect(work.inputs).toHaveLength(2);
    expect(endOf(response)).toEqual({
      text: 'Tool token limit (1000) exceeded for this turn. No further tool calls are allowed.',
      reason: 'toolTokenLimitExceeded',
    });
    expect(partialOf(response)).toEqual(['work result', 'work result']);
    expect(response.chatResponse?.metadata.usage.totalTokens).toBe(1_200);
  });

  it(`[BG-03] do not touch an answer that uses up the tokens, ${mode}`, async () => {
    const model = scripted(asks(call('work'), usageOf(600, 0)), says('Done.', usageOf(600, 0)));
    const manager = ToolCallingManager.builder().maxTokens(1_000).build();
    expect(endOf(await turn(mode, clientOf(model, manager), [new StubTool('work')]))).toEqual({
      text: 'Done.',
      reason: 'STOP',
    });
  });

  it(`[BG-04] [BG-08] end once the money is spent, ${mode}`, async () => {
    const model = insatiable(20_000);
    const manager = ToolCallingManager.builder()
      .maxCost(0.05)
      .modelPrices({ scripted: { input: 1, output: 5 } })
      .build();
    const response = await turn(mode, clientOf(model, manager), [new StubTool('work')]);
    expect(model.prompts).toHaveLength(3);
    expect(endOf(response)).toEqual({
      text: 'Tool cost limit (0.05) exceeded for this turn. No further tool calls are allowed.',
      reason: 'toolCostLimitExceeded',
    });
  });

  it(`[BG-04] ask no model whose price nobody knows, ${mode}`, async () => {
    const model = insatiable(1);
    const manager = ToolCallingManager.builder().maxCost(1).modelPrices({}).build();
    await expect(turn(mode, clientOf(model, manager), [new StubTool('work')])).rejects.toThrow(
      "The cost limit of tool calls needs the price of model 'scripted'. Add tools.prices[scripted].input",
    );
    expect(model.prompts).toHaveLength(0);
  });

  it.each([
    ['toolRoundLimitExceeded', (builder: ToolCallingManager.Builder) => builder.maxRounds(1)],
    ['toolTokenLimitExceeded', (builder: ToolCallingManager.Builder) => builder.maxTokens(15)],
    ['toolCallLimitExceeded', (builder: ToolCallingManager.Builder) => builder.maxTotalToolCalls(1)],
    ['toolCallLimitExceeded', (builder: ToolCallingManager.Builder) => builder.maxCallsPerTool('work', 1)],
    [
      'toolCostLimitExceeded',
      (builder: ToolCallingManager.Builder) =>
        builder.maxCost(0.000015).modelPrices({ scripted: { input: 1, output: 1 } }),
    ],
  ])(`[BG-05] [BG-08] ask once more without tools, ${mode}, %s`, async (reason, limit) => {
    const model = scripted(
      asks(call('work', 'c1'), usageOf(10, 0)),
      asks([call('work', 'c2'), call('work', 'c3')], usageOf(10, 0)),
      says('From what I have: one.', usageOf(10, 0)),
    );
    const work = new StubTool('work');
    const manager = limit(ToolCallingManager.builder()).onLimitExceeded('FINAL_ANSWER').build();
    const response = await turn(mode, clientOf(model, manager), [work]);
    expect(work.inputs).toHaveLength(1);
    expect(endOf(response)).toEqual({ text: 'From what I have: one.', reason });
    expect(response.chatResponse?.result?.metadata['finalAnswer']).toBe(true);
    expect(partialOf(response)).toEqual(['work result']);
    expect(response.chatResponse?.metadata.usage.totalTokens).toBe(30);
    const [, second, last] = model.prompts;
    expect(last?.instructions.slice(0, -2)).toEqual(second?.instructions);
    expect(complaintsAbout(last!.instructions)).toEqual([]);
    const answers = last?.instructions.at(-1) as ToolResponseMessage;
    expect(answers.responses.map(({ id }) => id)).toEqual(['c2', 'c3']);
    expect(answers.responses[0]?.responseData).toMatch(/limit .* exceeded .* No further /);
    expect(last?.options).toMatchObject({ toolCallbacks: [] });
  });

  it(`[BG-05] [BG-08] ask once more after the time is over, without a limit of time, ${mode}`, async () => {
    const model = scripted(asks(call('work')), says('Not finished.'));
    const work = new StubTool('work', () => new Promise(() => undefined));
    const manager = ToolCallingManager.builder().maxDuration(50).onLimitExceeded('FINAL_ANSWER').build();
    const response = await turn(mode, clientOf(model, manager), [work]);
    expect(endOf(response)).toEqual({ text: 'Not finished.', reason: 'toolTimeLimitExceeded' });
    expect(shorthand(model.prompts[1])).toEqual([
      'U Go',
      'A(tc) work',
      'T Tool time limit (50ms) exceeded for this turn. No further tool calls are allowed.',
    ]);
  });

  it(`[BG-05] [BG-08] never ask a second time, even if the model wants tools again, ${mode}`, async () => {
    const model = insatiable();
    const manager = ToolCallingManager.builder().maxRounds(3).onLimitExceeded('FINAL_ANSWER').build();
    const response = await turn(mode, clientOf(model, manager), [new StubTool('work')]);
    expect(model.prompts).toHaveLength(5);
    expect(endOf(response)).toEqual({ text: ROUNDS, reason: 'toolRoundLimitExceeded' });
    expect(response.chatResponse?.hasToolCalls()).toBe(false);
  });

  it(`[BG-05] keep what a last answer says beside the tools that it wants, ${mode}`, async () => {
    const model = scripted(
      asks(call('work')),
      asks(call('work')),
      asks(call('work'), usageOf(1, 1), 'I know this much.'),
    );
    const manager = ToolCallingManager.builder().maxRounds(1).onLimitExceeded('FINAL_ANSWER').build();
    expect(endOf(await turn(mode, clientOf(model, manager), [new StubTool('work')]))['text']).toBe('I know this much.');
  });

  it(`[BG-05] leave a conversation in memory that a model accepts, in and around the loop, ${mode}`, async () => {
    for (const order of [ToolCallingAdvisor.DEFAULT_ORDER + 100, ToolCallingAdvisor.DEFAULT_ORDER - 100]) {
      for (const onLimitExceeded of ['FINAL_ANSWER', 'THROW'] as const) {
        const repository = new InMemoryChatMemoryRepository();
        const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).build();
        const advisor = MessageChatMemoryAdvisor.builder(memory).order(order).build();
        const manager = ToolCallingManager.builder().maxRounds(1).onLimitExceeded(onLimitExceeded).build();
        const spec = clientOf(insatiable(), manager)
          .prompt()
          .user('Go')
          .tools(new StubTool('work'))
          .advisors(advisor)
          .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, 'c'));
        if (mode === 'call') await spec.call().content();
        else await spec.stream().final();
        const messages = await repository.findByConversationId('c');
        expect(complaintsAbout(messages)).toEqual([]);
        expect(messages.at(-1)?.text).toBe(
          'Tool round limit (1) exceeded for this turn. No further tool calls are allowed.',
        );
      }
    }
  });

  it(`[BG-07] are those of the outer turn for an agent called as a tool, ${mode}`, async () => {
    const inner = insatiable(300, 'dig');
    const results: (string | null)[] = [];
    class Research {
      @Tool({ description: 'Asks another agent' })
      async work(): Promise<string> {
        const agent = clientOf(inner, ToolCallingManager.builder().build());
        const text = (await turn(mode, agent, [new StubTool('dig')])).chatResponse!.result!.output.text;
        results.push(text);
        return text ?? '';
      }
    }
    const outer = insatiable(100);
    const manager = ToolCallingManager.builder().maxTokens(1_000).build();
    const response = await turn(mode, clientOf(outer, manager), [new Research()]);
    const text = 'Tool token limit (1000) exceeded for this turn. No further tool calls are allowed.';
    expect(results).toEqual([text]);
    expect(inner.prompts).toHaveLength(3);
    expect(outer.prompts).toHaveLength(1);
    expect(endOf(response)).toEqual({ text, reason: 'toolTokenLimitExceeded' });
    expect(partialOf(response)).toEqual([JSON.stringify(text)]);
    expect(TurnBudget.current).toBeNull();
  });

  it(`[BG-07] leave nothing behind at the outer turn, ${mode}`, async () => {
    const outer = TurnBudget.start(ToolCallingManager.builder().maxDuration(60_000).build().turnLimits);
    await outer.run(async () => {
      for (let times = 0; times < 3; times++) {
        const agent = clientOf(scripted(asks(call('dig')), says('done')), ToolCallingManager.builder().build());
        expect(endOf(await turn(mode, agent, [new StubTool('dig')]))).toMatchObject({ text: 'done' });
      }
    });
    expect(getEventListeners(outer.signal as AbortSignal, 'abort')).toEqual([]);
    outer.stop();
  });

  it(`[BG-07] allow one last request, that of the outer turn, ${mode}`, async () => {
    const inner = insatiable(0, 'dig');
    const settings = ToolCallingManager.builder().maxRounds(2).onLimitExceeded('FINAL_ANSWER');
    class Research {
      @Tool({ description: 'Asks another agent' })
      async work(): Promise<string> {
        const response = await turn(
          mode,
          clientOf(inner, ToolCallingManager.builder().onLimitExceeded('FINAL_ANSWER').build()),
          [new StubTool('dig')],
        );
        return String(endOf(response)['reason']);
      }
    }
    const outer = scripted(asks(call('work')), asks(call('work')), says('Enough.'));
    const response = await turn(mode, clientOf(outer, settings.build()), [new Research()]);
    expect(inner.prompts).toHaveLength(2);
    expect(shorthand(outer.prompts[1]).at(-1)).toBe('T "toolRoundLimitExceeded"');
    expect(endOf(response)).toEqual({ text: 'Enough.', reason: 'toolRoundLimitExceeded' });
  });
});

describe('a limit of another turn', () => {
  it('is a failure like any other where an advisor lets it through', async () => {
    const foreign = new TurnLimitExceededException(
      { kind: 'rounds', limit: 1, inherited: false },
      ToolExecutionResult.builder().build(),
    );
    const manager = ToolCallingManager.builder().maxRounds(3).build();
    const client = clientOf(scripted(foreign), manager);
    await expect(turn('call', client, [new StubTool('work')])).rejects.toBe(foreign);
  });
});

describe('a stream that reaches a limit', () => {
  it('[BG-08] tells the same events as always, with a response for every call', async () => {
    const model = scripted(asks(call('work', 'c1')), asks(call('work', 'c2')), says('Enough.'));
    const manager = ToolCallingManager.builder().maxRounds(1).onLimitExceeded('FINAL_ANSWER').build();
    const events: TurnEvent[] = await collect(
      clientOf(model, manager).prompt().user('Go').tools(new StubTool('work')).stream().events(),
    );
    const shown = events.map((event) => {
      if (event.type === 'tool-result') return `${event.type} ${event.response.id}`;
      if (event.type === 'text-delta') return `${event.type} ${event.text}`;
      return event.type === 'finish'
        ? `finish ${event.reason}`
        : `${event.type}${'round' in event ? ` ${event.round}` : ''}`;
    });
    expect(shown.filter((event) => !event.startsWith('tool-call'))).toEqual([
      'round-start 0',
      'tool-result c1',
      'round-end 0',
      'round-start 1',
      'tool-result c2',
      'round-end 1',
      'round-start 2',
      'text-delta Enough.',
      'round-end 2',
      'finish toolRoundLimitExceeded',
    ]);
  });

  it('[BG-02] drops the half of an answer that the end of the time has cut', async () => {
    class SlowModel extends SilentModel {
      returned = false;

      override async *stream(): AsyncIterable<ChatResponse> {
        try {
          yield says('Half ');
          await new Promise((resolve) => setTimeout(resolve, 200));
          yield says('never');
        } finally {
          this.returned = true;
        }
      }
    }
    const model = new SlowModel();
    const manager = ToolCallingManager.builder().maxDuration(50).build();
    const stream = clientOf(model, manager).prompt().user('Go').tools(new StubTool('work')).stream();
    const texts = await collect(stream.content());
    const text = 'Tool time limit (50ms) exceeded for this turn. No further tool calls are allowed.';
    expect(texts).toEqual(['Half ', text]);
    expect(endOf(await stream.final())).toEqual({ text, reason: 'toolTimeLimitExceeded' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(model.returned).toBe(true);
  });
});
