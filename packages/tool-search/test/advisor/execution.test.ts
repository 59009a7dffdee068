import {
  BaseAdvisor,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  MEMORY_ADVISOR,
  type MemoryAdvisor,
} from '@toolwright/chat';
import { IllegalStateException, ObservationRegistry, RecordingLogProvider } from '@toolwright/core';
import { type Message, SystemMessage, ToolResponseMessage, UserMessage, usageOf } from '@toolwright/model';
import { chunkedReply, ScriptedChatModel, type ScriptedReply, textReply, toolCall } from '@toolwright/testing';
import { ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { StaticToolCallbackResolver, ToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';
import { describe, expect, it } from '@jest/globals';
import {
  clothing,
  MODES,
  type Mode,
  RecordingToolIndex,
  resultsIn,
  runTurn,
  searchAdvisor,
  SESSION_KEY,
  TestTool,
  textOf,
  thrownBy,
  toolsSent,
  weather,
} from './harness.js';

const USER = [new UserMessage('What should I wear?')];
const SEARCH = 'toolSearchTool';
const search = (query: string): ScriptedReply => toolCall(SEARCH, { query });

/** Stands in for a memory inside the loop: keeps the messages of a conversation and puts them before the new ones. */
class InnerMemory extends BaseAdvisor implements MemoryAdvisor {
  readonly order = 0;
  readonly [MEMORY_ADVISOR] = true;
  readonly #messages: Message[] = [];

  override before(request: ChatClientRequest): ChatClientRequest {
    const { instructions } = request.prompt;
    const system = instructions.filter(({ messageType }) => messageType === 'system');
    this.#messages.push(...instructions.filter(({ messageType }) => messageType !== 'system'));
    return request.withPrompt(request.prompt.withInstructions([...system, ...this.#messages]));
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    const output = response.chatResponse?.result?.output;
    if (output) this.#messages.push(output);
    return response;
  }
}

describe.each(MODES)('A search in a turn (%s)', (mode: Mode) => {
  it('[SA-28a] is run, its result appended, and the next request has what it found', async () => {
    const index = new RecordingToolIndex();
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }, 'call-1'), 'Done.']);
    const responses = await runTurn(searchAdvisor(index).build(), model, {
      mode,
      messages: USER,
      tools: [weather(), clothing()],
    });
    expect(index.searches).toEqual([{ sessionId: 'session-1', query: 'weather', maxResults: 5 }]);
    expect(toolsSent(model.prompts[1])).toEqual([SEARCH, 'weather']);
    expect(model.prompts[1]?.instructions.slice(0, -2)).toEqual(model.prompts[0]?.instructions);
    expect((model.prompts[1]?.instructions.at(-1) as ToolResponseMessage).responses).toEqual([
      { id: 'call-1', name: SEARCH, responseData: '["weather"]' },
    ]);
    expect(responses.map(({ chatResponse }) => chatResponse?.hasToolCalls())).toEqual([false]);
    expect(textOf(responses)).toBe('Done.');
  });

  it.each(['default', 'per call'])('[SA-28b] is followed by the use of what it found (advisor %s)', async (given) => {
    const temperatures: Readonly<Record<string, string>> = { 'San Francisco': '30', Tokyo: '10', Paris: '15' };
    const tool = new TestTool('currentWeather', 'Get the current weather of cities', {
      inputSchema: '{"type":"object","properties":{"cities":{"type":"string"}},"required":["cities"]}',
      run: (input) =>
        (JSON.parse(input) as { cities: string }).cities
          .split(', ')
          .map((city) => `${city}: ${temperatures[city]}`)
          .join('; '),
    });
    const script: ScriptedReply[] = [
      search('weather'),
      toolCall('currentWeather', { cities: 'San Francisco, Tokyo, Paris' }),
      (prompt) => `The temperatures are ${resultsIn(prompt)[0]}.`,
    ];
    const model = new ScriptedChatModel(script, { defaultOptions: new ToolCallingChatOptions() });
    const builder = ChatClient.builder(
      model,
      given === 'default' ? { toolCallingAdvisorBuilder: searchAdvisor() } : undefined,
    ).defaultTools(tool, clothing());
    const request = builder
      .build()
      .prompt('How warm is it?')
      .advisors((a) => a.param(SESSION_KEY, 'c1'));
    if (given === 'per call') request.advisors(searchAdvisor().build());
    let content = '';
    if (mode === 'call') content = (await request.call().content()) ?? '';
    else for await (const text of request.stream().content()) content += text;
    expect(content).toBe('The temperatures are San Francisco: 30; Tokyo: 10; Paris: 15.');
    expect(model.prompts.map(toolsSent)).toEqual([[SEARCH], [SEARCH, 'currentWeather'], [SEARCH, 'currentWeather']]);
  });

  it('[SA-29a] [SX-08] comes before the call of a tool: a guessed name is answered so', async () => {
    const tool = weather();
    const guess = toolCall('weather', {});
    const model = new ScriptedChatModel([guess, guess, guess, guess, guess, search('weather'), guess, 'Sunny.']);
    const responses = await runTurn(searchAdvisor().build(), model, {
      mode,
      messages: USER,
      tools: [tool, clothing()],
    });
    const last = model.prompts[1]?.instructions.at(-1) as ToolResponseMessage;
    expect(last.responses[0]).toMatchObject({
      name: 'weather',
      isError: true,
      responseData:
        "Tool 'weather' exists, but it is not available to you yet. First call 'toolSearchTool' with a query that " +
        "describes what 'weather' should do; then call 'weather' as its definition says.",
    });
    expect(toolsSent(model.prompts[5])).toEqual([SEARCH]);
    expect(tool.inputs).toHaveLength(1);
    expect(textOf(responses)).toBe('Sunny.');
  });

  it('[SA-29b] is not needed for a tool that the resolver of the manager knows', async () => {
    const tool = weather();
    const manager = ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([tool]))
      .resolutionFallbackEnabled(true)
      .build();
    const model = new ScriptedChatModel([toolCall('weather'), 'Sunny.']);
    const advisor = searchAdvisor().toolCallingManager(manager).build();
    const responses = await runTurn(advisor, model, { mode, messages: USER, tools: [tool] });
    expect(resultsIn(model.prompts[1])).toEqual(['weather done']);
    expect(textOf(responses)).toBe('Sunny.');
  });

  it('[SX-08] is not asked for where the name is not attached: the nearest disclosed names are listed', async () => {
    const logs = RecordingLogProvider.install();
    const script = [search('weather'), toolCall('wether', {}), 'Sorry.'];
    const model = new ScriptedChatModel(script);
    const responses = await runTurn(searchAdvisor().build(), model, {
      mode,
      messages: USER,
      tools: [weather(), clothing(), new TestTool('whether', 'Hidden')],
    }).finally(() => {
      logs.uninstall();
    });
    const last = model.prompts[2]?.instructions.at(-1) as ToolResponseMessage;
    expect(last.responses[0]?.isError).toBe(true);
    expect(last.responses[0]?.responseData).toBe("Unknown tool 'wether'. Available tools: weather, toolSearchTool.");
    expect(textOf(responses)).toBe('Sorry.');
  });

  it('[SA-30a] counts toward the limits, unless it is excluded', async () => {
    const limited = async (manager: ToolCallingManager): Promise<readonly [string | undefined | null, number]> => {
      const model = new ScriptedChatModel([search('weather'), search('clothing'), 'Done.']);
      const advisor = searchAdvisor().toolCallingManager(manager).build();
      const responses = await runTurn(advisor, model, { mode, messages: USER, tools: [weather(), clothing()] });
      return [responses.at(-1)?.chatResponse?.result?.metadata.finishReason, model.prompts.length];
    };
    const perTool = ToolCallingManager.builder().maxCallsPerTool(1);
    expect(await limited(perTool.build())).toEqual(['toolCallLimitExceeded', 2]);
    expect(await limited(perTool.excludeToolFromLimit(SEARCH).build())).toEqual(['STOP', 3]);
    const total = ToolCallingManager.builder().maxTotalToolCalls(1);
    expect(await limited(total.build())).toEqual(['toolCallLimitExceeded', 2]);
    // An exclusion lifts the limit per tool; what is excluded still counts for the total (LI-09).
    expect(await limited(total.excludeToolFromLimit(SEARCH).build())).toEqual(['toolCallLimitExceeded', 2]);
    expect(await limited(ToolCallingManager.builder().build())).toEqual(['STOP', 3]);
  });

  it('[SA-30a] is limited to 40 in a turn by default', async () => {
    const model = new ScriptedChatModel([search('weather')], { repeatLast: true });
    const responses = await runTurn(searchAdvisor().build(), model, { mode, messages: USER, tools: [weather()] });
    expect(model.prompts).toHaveLength(41);
    expect(textOf(responses)).toBe(
      "Tool call limit (40) exceeded for tool 'toolSearchTool'. No further calls to this tool are allowed in this turn.",
    );
  });

  it('[SA-30b] keeps a round from being returned directly', async () => {
    const direct = new TestTool('weather', 'Get the weather', { returnDirect: true });
    const both = [toolCall(SEARCH, { query: 'clothing' }), toolCall('weather')];
    const model = new ScriptedChatModel([search('weather'), both, toolCall('weather')]);
    const responses = await runTurn(searchAdvisor().build(), model, {
      mode,
      messages: USER,
      tools: [direct, clothing()],
    });
    expect(model.prompts).toHaveLength(3);
    expect(resultsIn(model.prompts[2])).toEqual(['["clothing"]', 'weather done']);
    expect(responses.at(-1)?.chatResponse?.result?.metadata.finishReason).toBe('returnDirect');
    expect(textOf(responses)).toBe('weather done');
  });

  it('[SA-31a] is not run if the eligibility checker says so', async () => {
    const index = new RecordingToolIndex();
    const model = new ScriptedChatModel([search('weather')]);
    const advisor = searchAdvisor(index).toolExecutionEligibilityChecker(() => false);
    const responses = await runTurn(advisor.build(), model, { mode, messages: USER, tools: [weather()] });
    expect(responses).toHaveLength(1);
    expect(responses[0]?.chatResponse?.result?.output.toolCalls[0]?.name).toBe(SEARCH);
    expect(index.searches).toEqual([]);
  });

  it('[SA-31b] works with a memory inside the loop in place of the internal history', async () => {
    const seen: (readonly string[])[] = [];
    class Border extends BaseAdvisor {
      readonly order = -1;

      override before(request: ChatClientRequest): ChatClientRequest {
        seen.push(request.prompt.instructions.map(({ messageType }) => messageType));
        return request;
      }

      override after(response: ChatClientResponse): ChatClientResponse {
        return response;
      }
    }
    const tool = weather();
    const model = new ScriptedChatModel([search('weather'), toolCall('weather'), 'Sunny.']);
    const advisor = searchAdvisor().disableInternalConversationHistory().build();
    const responses = await runTurn(advisor, model, {
      mode,
      messages: [new SystemMessage('S'), ...USER],
      tools: [tool, clothing()],
      beside: [new Border(), new InnerMemory()],
    });
    expect(seen).toEqual([
      ['system', 'user'],
      ['system', 'tool'],
      ['system', 'tool'],
    ]);
    expect(model.prompts[2]?.instructions.map(({ messageType }) => messageType)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(model.prompts.map(toolsSent)).toEqual([[SEARCH], [SEARCH, 'weather'], [SEARCH, 'weather']]);
    expect(tool.inputs).toHaveLength(1);
    expect(textOf(responses)).toBe('Sunny.');
  });

  it('[SA-31c] is part of the usage of the turn', async () => {
    const asking = (reply: ScriptedChatModel, usage: ReturnType<typeof usageOf>): ScriptedReply => {
      return async (prompt) => (await reply.call(prompt)).withMetadata({ usage });
    };
    const script: ScriptedReply[] = [
      asking(new ScriptedChatModel([search('weather')]), usageOf(100, 20)),
      asking(new ScriptedChatModel([toolCall('weather')]), usageOf(200, 30)),
      textReply('Sunny.', usageOf(300, 40)),
    ];
    const responses = await runTurn(searchAdvisor().build(), new ScriptedChatModel(script), {
      mode,
      messages: USER,
      tools: [weather()],
    });
    expect(responses.at(-1)?.chatResponse?.metadata.usage).toMatchObject({
      promptTokens: 600,
      completionTokens: 90,
      totalTokens: 690,
    });
  });

  it('gets the signal of the request', async () => {
    const index = new RecordingToolIndex();
    const signals: (AbortSignal | undefined)[] = [];
    const original = index.search.bind(index);
    const reason = new Error('the user left');
    index.search = (request, signal) => {
      signals.push(signal);
      expect(signal?.aborted).toBe(false);
      controller.abort(reason);
      return original(request, signal);
    };
    const model = new ScriptedChatModel([search('weather'), 'Done.'], {
      defaultOptions: new ToolCallingChatOptions(),
    });
    const controller = new AbortController();
    const client = ChatClient.create(model, { toolCallingAdvisorBuilder: searchAdvisor(index) });
    const request = client
      .prompt('hi')
      .tools(weather())
      .advisors((a) => a.param(SESSION_KEY, 'c1'));
    const { signal } = controller;
    const turn = mode === 'call' ? request.call({ signal }).content() : request.stream({ signal }).final();
    await expect(turn).rejects.toBe(reason);
    expect(signals[0]?.reason).toBe(reason);
  });
});

describe.each(MODES)('A subclass (%s)', (mode: Mode) => {
  const settings = (advisor: ToolSearchToolCallingAdvisor): ToolSearchToolCallingAdvisor.Settings => ({
    toolCallingManager: ToolCallingManager.builder().build(),
    toolExecutionEligibilityChecker: (response) => response.hasToolCalls(),
    advisorOrder: advisor.order,
    conversationHistoryEnabled: true,
    toolIndex: advisor.toolIndex,
    systemMessageSuffix: advisor.systemMessageSuffix,
    referenceToolNameAccumulation: true,
    maxResults: null,
    sessionIdKeyName: advisor.sessionIdKeyName,
    evictionStrategy: advisor.evictionStrategy,
    alwaysDisclosed: [],
    mode: 'local',
    minTools: 0,
    undiscoveredToolCall: 'advise',
    resultFormat: 'names',
    observationRegistry: ObservationRegistry.NOOP,
  });

  function withOptions(
    request: ChatClientRequest,
    change: (builder: ToolCallingChatOptions.Builder) => ToolCallingChatOptions.Builder,
  ): ChatClientRequest {
    const options = change((request.prompt.options as ToolCallingChatOptions).mutate()).build();
    return request.withPrompt(request.prompt.withOptions(options));
  }

  it('may add tools and other options to each round', async () => {
    const extra = new TestTool('extra', 'Added by a subclass');
    class Adding extends ToolSearchToolCallingAdvisor {
      protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
        return withOptions(super.doBeforeCall(request), (o) => o.toolCallbacks(extra).temperature(request.round));
      }
    }
    const model = new ScriptedChatModel([toolCall('extra'), search('weather'), toolCall('weather'), 'Sunny.']);
    await runTurn(new Adding(settings(searchAdvisor().build())), model, { mode, messages: USER, tools: [weather()] });
    expect(model.prompts.map(toolsSent)).toEqual([
      [SEARCH, 'extra'],
      [SEARCH, 'extra'],
      [SEARCH, 'weather', 'extra'],
      [SEARCH, 'weather', 'extra'],
    ]);
    expect(model.prompts.map((prompt) => prompt.options?.temperature)).toEqual([0, 1, 2, 3]);
    expect(extra.inputs).toHaveLength(1);
  });

  it('may change the options that the initialization had set', async () => {
    class Changing extends ToolSearchToolCallingAdvisor {
      protected override async doInitializeLoop(request: ChatClientRequest): Promise<ChatClientRequest> {
        return withOptions(await super.doInitializeLoop(request), (o) => o.temperature(1));
      }
    }
    const model = new ScriptedChatModel([search('weather'), 'Sunny.']);
    const advisor = new Changing(settings(searchAdvisor().build()));
    await runTurn(advisor, model, { mode, messages: USER, tools: [weather()] });
    expect(model.prompts.map(toolsSent)).toEqual([[SEARCH], [SEARCH, 'weather']]);
    expect(model.prompts.map((prompt) => prompt.options?.temperature)).toEqual([1, 1]);
  });

  it('is told if it leaves the initialization out', async () => {
    class Dropping extends ToolSearchToolCallingAdvisor {
      protected override async doInitializeLoop(request: ChatClientRequest): Promise<ChatClientRequest> {
        return request;
      }
    }
    const advisor = new Dropping(settings(searchAdvisor().build()));
    const error = await thrownBy(() => runTurn(advisor, new ScriptedChatModel([]), { mode, messages: USER }));
    expect(error).toBeInstanceOf(IllegalStateException);
    expect(error.message).toMatch(/^Dropping\.doInitializeLoop has left out what tool search needs/);
  });
});

describe('A streamed turn', () => {
  it('[SA-32b] hands out the text of the last round, not the chunks that ask for tools', async () => {
    const model = new ScriptedChatModel([
      chunkedReply(toolCall(SEARCH, { query: 'weather' })),
      chunkedReply(toolCall('weather')),
      chunkedReply('It is ', 'sunny', '.'),
    ]);
    const chunks = await runTurn(searchAdvisor().build(), model, {
      mode: 'stream',
      messages: USER,
      tools: [weather()],
    });
    expect(chunks.map(({ chatResponse }) => chatResponse?.result?.output.text)).toEqual(['It is ', 'sunny', '.']);
  });
});
