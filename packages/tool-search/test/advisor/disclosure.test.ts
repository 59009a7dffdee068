import {
  BaseAdvisor,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatMemory,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
} from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import { AssistantMessage, type Message, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { ScriptedChatModel, type ScriptedReply, toolCall } from '@toolwright/testing';
import { ToolCallingChatOptions, ToolCallingManager, ToolDefinition } from '@toolwright/tools';
import type { ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  clothing,
  currentTime,
  MODES,
  type Mode,
  optionsOf,
  resultsIn,
  runTurn,
  searchAdvisor,
  SESSION_KEY,
  TestTool,
  toolRound,
  toolsSent,
  type TurnParts,
  weather,
} from './harness.js';

const USER = new UserMessage('hi');
const SEARCH = 'toolSearchTool';
const weatherTool = new TestTool('weatherTool', 'Weather');

/** The tools that the first model request carries after these messages. */
async function toolsAfter(
  messages: readonly Message[],
  parts: Partial<TurnParts> = {},
  advisor: ToolSearchToolCallingAdvisor = searchAdvisor().build(),
): Promise<readonly string[]> {
  const model = new ScriptedChatModel(['hello']);
  await runTurn(advisor, model, {
    messages: [USER, ...messages],
    tools: [weather(), clothing(), currentTime()],
    ...parts,
  });
  return toolsSent(model.prompts[0]);
}

const found = (...names: readonly string[]): readonly [string, string] => [SEARCH, JSON.stringify(names)];
const forgetful = (): ToolSearchToolCallingAdvisor => searchAdvisor().referenceToolNameAccumulation(false).build();

/** Keeps what each round's request looks like inside the loop. */
class Inside extends BaseAdvisor {
  readonly order = 0;
  readonly toolsSeen: (readonly string[])[] = [];

  override before(request: ChatClientRequest): ChatClientRequest {
    this.toolsSeen.push(toolsSent(request.prompt));
    return request;
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    return response;
  }
}

describe.each(MODES)('The system message (%s)', (mode: Mode) => {
  const suffix = '\n\nSearch!';

  async function sent(...messages: readonly Message[]): Promise<readonly Message[]> {
    const model = new ScriptedChatModel(['hello']);
    const advisor = searchAdvisor().systemMessageSuffix(suffix).build();
    await runTurn(advisor, model, { mode, messages, tools: [weather()] });
    return model.prompts[0]?.instructions ?? [];
  }

  it('[SA-16a] is followed by the suffix', async () => {
    const [system, user, ...rest] = await sent(new SystemMessage('Original system message'), USER);
    expect(system?.messageType).toBe('system');
    expect(system?.text).toBe('Original system message\n\nSearch!');
    expect(user).toBe(USER);
    expect(rest).toEqual([]);
  });

  it('[SA-16b] is the first of several', async () => {
    const second = new SystemMessage('Second');
    const messages = await sent(USER, new SystemMessage('First', { source: 'x' }), second);
    expect(messages.map(({ text }) => text)).toEqual(['hi', 'First\n\nSearch!', 'Second']);
    expect(messages[1]?.metadata).toEqual({ messageType: 'system', source: 'x' });
    expect(messages[2]).toBe(second);
  });

  it('[SA-16c] is extended once per turn', async () => {
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), toolCall('weather'), 'sunny']);
    const advisor = searchAdvisor().systemMessageSuffix(suffix).build();
    await runTurn(advisor, model, { mode, messages: [new SystemMessage('S'), USER], tools: [weather()] });
    expect(model.prompts.map(({ instructions }) => instructions[0]?.text)).toEqual(Array(3).fill('S\n\nSearch!'));
    expect(model.prompts[2]?.instructions.filter(({ messageType }) => messageType === 'system')).toHaveLength(1);
  });

  it('[SA-17] is the suffix if there is none', async () => {
    const messages = await sent(USER);
    expect(messages.map(({ messageType, text }) => [messageType, text])).toEqual([
      ['system', suffix],
      ['user', 'hi'],
    ]);
  });
});

describe.each(MODES)('The tools that are sent (%s)', (mode: Mode) => {
  it('[SA-18] are the search tool alone at first', async () => {
    const tools = Array.from({ length: 10 }, (_, n) => new TestTool(`tool${n}`, 'x'));
    expect(await toolsAfter([], { mode, tools })).toEqual([SEARCH]);
  });

  it('[SA-19] are those that a search in the prompt has found', async () => {
    const tools = [new TestTool('calculatorTool', 'x'), weatherTool];
    expect(await toolsAfter(toolRound(found('weatherTool')), { mode, tools })).toEqual([SEARCH, 'weatherTool']);
  });

  it('[SA-20a] are never tools that are not attached', async () => {
    expect(await toolsAfter(toolRound(found('weatherTool', 'calculatorTool')), { mode })).toEqual([SEARCH]);
  });

  it('[SA-20b] have each tool once', async () => {
    const messages = [...toolRound(found('weather')), ...toolRound(found('clothing', 'weather'))];
    expect(await toolsAfter(messages, { mode })).toEqual([SEARCH, 'weather', 'clothing']);
  });

  it('[SA-20c] have the first of two tools with one name', async () => {
    const first = weather();
    const definitions: readonly ToolDefinition[] = [first.definition];
    const manager = ToolCallingManager.builder().build();
    manager.resolveToolDefinitions = () => definitions;
    const model = new ScriptedChatModel(['hello']);
    await runTurn(searchAdvisor().toolCallingManager(manager).build(), model, {
      mode,
      messages: [USER, ...toolRound(found('weather'))],
      tools: [first, new TestTool('weather', 'Another')],
    });
    expect(optionsOf(model.prompts[0]).toolCallbacks?.[1]).toBe(first);
    expect(toolsSent(model.prompts[0])).toEqual([SEARCH, 'weather']);
  });

  it('[SA-21a] come with the tool context of the request and the session id', async () => {
    const options = new ToolCallingChatOptions({ toolCallbacks: [weather()], toolContext: { tenant: 'x' } });
    const model = new ScriptedChatModel(['hello']);
    await runTurn(searchAdvisor().build(), model, { mode, messages: [USER], options, sessionId: 42 });
    expect(optionsOf(model.prompts[0]).toolContext).toEqual({ tenant: 'x', toolSearchToolSessionId: '42' });
  });

  it('[SA-21b] leave the other options as they are', async () => {
    const values = { model: 'm', temperature: 0.2, maxTokens: 7, stopSequences: ['x'], topK: 3, topP: 0.1 };
    const options = new ToolCallingChatOptions({ ...values, toolCallbacks: [weather()] });
    const model = new ScriptedChatModel(['hello']);
    await runTurn(searchAdvisor().build(), model, { mode, messages: [USER], options });
    expect(optionsOf(model.prompts[0])).toMatchObject(values);
  });

  it("[SA-21c] are put into a copy of the caller's options", async () => {
    const tools = [weather()];
    const options = new ToolCallingChatOptions({ toolCallbacks: tools, toolContext: { tenant: 'x' } });
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), 'hello']);
    await runTurn(searchAdvisor().build(), model, { mode, messages: [USER], options });
    expect(options.toolCallbacks).toEqual(tools);
    expect(options.toolContext).toEqual({ tenant: 'x' });
    expect(optionsOf(model.prompts[0])).not.toBe(options);
  });

  it('[SA-22] are what advisors inside the loop and the model see', async () => {
    const inside = new Inside();
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), 'hello']);
    await runTurn(searchAdvisor().build(), model, {
      mode,
      messages: [USER],
      tools: [weather(), clothing()],
      beside: [inside],
    });
    expect(inside.toolsSeen).toEqual([[SEARCH], [SEARCH, 'weather']]);
    expect(model.prompts.map(toolsSent)).toEqual(inside.toolsSeen);
  });

  it('[SA-23a] follow the answers of the search tool in any case', async () => {
    expect(await toolsAfter(toolRound(['TOOLSEARCHTOOL', '["weather"]']), { mode })).toEqual([SEARCH, 'weather']);
  });

  it('[SA-23b] do not follow prose', async () => {
    const prose = '["weather"] toolSearchTool found weather';
    const messages = [new AssistantMessage(prose), new UserMessage(prose), new SystemMessage(prose)];
    expect(await toolsAfter(messages, { mode })).toEqual([SEARCH]);
  });

  it('[SA-23c] do not follow the answers of other tools', async () => {
    const messages = toolRound(found('weather'), ['weather', '["clothing"]']);
    expect(await toolsAfter(messages, { mode })).toEqual([SEARCH, 'weather']);
  });

  it('[SA-24a] accumulate', async () => {
    const messages = [...toolRound(found('weather')), ...toolRound(found('clothing'))];
    expect(await toolsAfter(messages, { mode })).toEqual([SEARCH, 'weather', 'clothing']);
  });

  it('[SA-24b] are those of the last search if they do not accumulate', async () => {
    const messages = [...toolRound(found('weather')), ...toolRound(found('clothing'))];
    expect(await toolsAfter(messages, { mode }, forgetful())).toEqual([SEARCH, 'clothing']);
  });

  it('[SA-25] are those of all parallel searches of the last search turn', async () => {
    const messages = toolRound(
      found('currentTime', 'weather', 'clothing'),
      found('weather', 'currentTime', 'clothing'),
      found('clothing'),
    );
    expect(await toolsAfter(messages, { mode }, forgetful())).toEqual([SEARCH, 'currentTime', 'weather', 'clothing']);
  });

  it('[SA-26a] stay when an ordinary tool was called after the search', async () => {
    const messages = [...toolRound(found('weather')), ...toolRound(['weather', 'sunny'])];
    expect(await toolsAfter(messages, { mode }, forgetful())).toEqual([SEARCH, 'weather']);
  });

  it('[SA-26b] are none after a search without a hit', async () => {
    const messages = [...toolRound(found('weather')), ...toolRound(found())];
    expect(await toolsAfter(messages, { mode }, forgetful())).toEqual([SEARCH]);
  });

  it('[SA-26b] are none after a search that was answered with the hint of SX-15a', async () => {
    const script = [toolCall(SEARCH, { query: 'weather' }), toolCall(SEARCH, { query: 'zzz' }), 'hello'];
    const model = new ScriptedChatModel(script);
    await runTurn(forgetful(), model, { mode, messages: [USER], tools: [weather()] });
    expect(model.prompts.map(toolsSent)).toEqual([[SEARCH], [SEARCH, 'weather'], [SEARCH]]);
  });

  it('[SA-27] include what an earlier turn in the history has found, if it is attached now', async () => {
    const history = [
      ...toolRound(found('weather', 'clothing')),
      new AssistantMessage('sunny'),
      new UserMessage('and?'),
    ];
    expect(await toolsAfter(history, { mode, tools: [weather()] })).toEqual([SEARCH, 'weather']);
  });

  it.each([
    'Tool call limit (40) exceeded',
    '["weather"',
    '{"names":["weather"]}',
    '["weather",7]',
    '"weather"',
    '',
    '[["weather"]]',
  ])('[SX-09] do not follow an answer of the search tool that is no list of names (%j)', async (answer) => {
    const logs = RecordingLogProvider.install();
    try {
      expect(await toolsAfter(toolRound([SEARCH, answer]), { mode })).toEqual([SEARCH]);
      expect(logs.messages('debug')).toEqual([
        'An answer of toolSearchTool is no JSON array of names, so it discloses no tool.',
      ]);
    } finally {
      logs.uninstall();
    }
  });

  it('[SX-09] do not follow a failed search, whatever its text', async () => {
    const error = { code: 'TOOL_FAILED', phase: 'execute' } as const;
    const failed = new ToolResponseMessage([
      { id: '1', name: SEARCH, responseData: '["weather"]', isError: true, error },
    ]);
    expect(await toolsAfter([failed], { mode })).toEqual([SEARCH]);
  });

  it('[SX-10] stay without an internal history', async () => {
    const script = [toolCall(SEARCH, { query: 'weather' }), toolCall('weather'), toolCall('weather'), 'sunny'];
    const model = new ScriptedChatModel(script);
    const advisor = searchAdvisor().disableInternalConversationHistory().build();
    const tool = weather();
    await runTurn(advisor, model, { mode, messages: [USER], tools: [tool, clothing()] });
    expect(model.prompts.map(toolsSent)).toEqual([
      [SEARCH],
      [SEARCH, 'weather'],
      [SEARCH, 'weather'],
      [SEARCH, 'weather'],
    ]);
    expect(model.prompts[3]?.instructions).toHaveLength(2);
    expect(tool.inputs).toHaveLength(2);
  });

  it('[SX-12] are in the order of discovery, and earlier ones never move', async () => {
    const run = async (): Promise<ScriptedChatModel> => {
      const script = ['clothing', 'weather', 'clothing', 'time'].map((query) => toolCall(SEARCH, { query }, query));
      const model = new ScriptedChatModel([...script, 'hello']);
      await runTurn(searchAdvisor().build(), model, {
        mode,
        messages: [USER],
        tools: [currentTime(), weather(), clothing()],
      });
      return model;
    };
    const model = await run();
    expect(model.prompts.map(toolsSent)).toEqual([
      [SEARCH],
      [SEARCH, 'clothing'],
      [SEARCH, 'clothing', 'weather'],
      [SEARCH, 'clothing', 'weather'],
      [SEARCH, 'clothing', 'weather', 'currentTime'],
    ]);
    const bytes = (prompts: ScriptedChatModel['prompts']): string =>
      JSON.stringify(prompts.map((prompt) => optionsOf(prompt).toolCallbacks?.map(({ definition }) => definition)));
    expect(bytes((await run()).prompts)).toBe(bytes(model.prompts));
  });

  it('are the same list and the same options until something is discovered', async () => {
    const calls = [toolCall('weather'), toolCall('weather'), toolCall(SEARCH, { query: 'weather' })];
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), ...calls, 'hello']);
    await runTurn(searchAdvisor().build(), model, { mode, messages: [USER], tools: [weather()] });
    const [first, second, ...later] = model.prompts.map(optionsOf);
    expect(second).not.toBe(first);
    expect(later).toHaveLength(3);
    for (const options of later) expect(options).toBe(second);
    expect(Object.isFrozen(second?.toolCallbacks)).toBe(true);
  });

  it('[NT-05] are search tool, pinned tools, discovered tools; each list begins with the one before', async () => {
    const advisor = searchAdvisor().alwaysDisclosed('pinnedB', 'pinnedA', 'absent', 'weather').build();
    const pinned = [new TestTool('pinnedA', 'x'), new TestTool('pinnedB', 'x')];
    const script = [
      toolCall(SEARCH, { query: 'weather' }),
      toolCall(SEARCH, { query: 'clothing' }),
      toolCall(SEARCH, { query: 'pinned time' }),
      'hello',
    ];
    const model = new ScriptedChatModel(script);
    const tools = [currentTime(), clothing(), weather(), ...pinned];
    await runTurn(advisor, model, { mode, messages: [USER], tools });
    const start = [SEARCH, 'pinnedB', 'pinnedA', 'weather'];
    expect(model.prompts.map(toolsSent)).toEqual([
      start,
      start,
      [...start, 'clothing'],
      [...start, 'clothing', 'currentTime'],
    ]);
    const bytes = model.prompts.map((prompt) =>
      JSON.stringify(optionsOf(prompt).toolCallbacks?.map(({ definition }) => definition)).slice(0, -1),
    );
    for (const [round, text] of bytes.entries()) expect(text.startsWith(bytes[round - 1] ?? '')).toBe(true);
  });
});

describe.each(MODES)('The disclosed tools of a conversation (%s)', (mode: Mode) => {
  const tools = [weather(), clothing(), currentTime()];

  /** Searches for each word in turn, then answers. */
  async function searching(advisor: ToolSearchToolCallingAdvisor, ...words: readonly string[]): Promise<void> {
    const model = new ScriptedChatModel([...words.map((query) => toolCall(SEARCH, { query })), 'hello']);
    await runTurn(advisor, model, { mode, messages: [USER], tools });
  }

  it('are kept for later turns, whether the prompt holds the searches or not', async () => {
    const advisor = searchAdvisor().build();
    await searching(advisor, 'clothing', 'weather');
    expect(await toolsAfter([], { mode, tools }, advisor)).toEqual([SEARCH, 'clothing', 'weather']);
    const history = toolRound(found('weather', 'currentTime'));
    const expected = [SEARCH, 'clothing', 'weather', 'currentTime'];
    expect(await toolsAfter(history, { mode, tools }, advisor)).toEqual(expected);
    expect(await toolsAfter([], { mode, tools }, advisor)).toEqual(expected);
  });

  it('are those of the last search if they do not accumulate', async () => {
    const advisor = forgetful();
    await searching(advisor, 'clothing', 'weather');
    expect(await toolsAfter([], { mode, tools }, advisor)).toEqual([SEARCH, 'weather']);
  });

  it('are not those of another conversation', async () => {
    const advisor = searchAdvisor().build();
    await searching(advisor, 'weather');
    expect(await toolsAfter([], { mode, tools, sessionId: 'other' }, advisor)).toEqual([SEARCH]);
  });

  it('are only those that the present request attaches', async () => {
    const advisor = searchAdvisor().build();
    await searching(advisor, 'clothing', 'weather');
    expect(await toolsAfter([], { mode, tools: [weather()] }, advisor)).toEqual([SEARCH, 'weather']);
    expect(await toolsAfter([], { mode, tools }, advisor)).toEqual([SEARCH, 'clothing', 'weather']);
  });

  it('are forgotten with the session, and come back from the searches in the prompt', async () => {
    const advisor = searchAdvisor().build();
    await searching(advisor, 'clothing', 'weather');
    await advisor.evictSession('session-1');
    expect(await toolsAfter([], { mode, tools }, advisor)).toEqual([SEARCH]);
    expect(await toolsAfter(toolRound(found('weather')), { mode, tools }, advisor)).toEqual([SEARCH, 'weather']);
  });
});

describe.each(MODES)('A memory inside the loop (%s)', (mode: Mode) => {
  class CountingMemory extends ChatMemory {
    reads = 0;
    readonly #memory = MessageWindowChatMemory.builder().build();

    override add(...parts: Parameters<ChatMemory['add']>): Promise<void> {
      return this.#memory.add(...parts);
    }

    override get(conversationId: string): Promise<readonly Message[]> {
      this.reads += 1;
      return this.#memory.get(conversationId);
    }

    override clear(conversationId: string): Promise<void> {
      return this.#memory.clear(conversationId);
    }
  }

  /** Runs one turn of a client, as a process of its own would unless an advisor is given; returns the tools of each round. */
  async function turn(memory: ChatMemory, script: readonly ScriptedReply[], builder = searchAdvisor()) {
    const model = new ScriptedChatModel(script, { defaultOptions: new ToolCallingChatOptions() });
    const spec = ChatClient.builder(model, { toolCallingAdvisorBuilder: builder })
      .defaultTools(weather(), clothing(), currentTime())
      .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).order(0).build())
      .build()
      .prompt('hi')
      .advisors((advisors) => advisors.param(SESSION_KEY, 'c1'));
    if (mode === 'call') await spec.call().content();
    else await spec.stream().final();
    return model.prompts.map(toolsSent);
  }

  const searching = (query: string) => [toolCall(SEARCH, { query }), 'found'];

  it('[SA-27] [NT-07] restores in the first round what an earlier process has found', async () => {
    const memory = new CountingMemory();
    expect(await turn(memory, searching('weather'))).toEqual([[SEARCH], [SEARCH, 'weather']]);
    expect(await turn(memory, searching('clothing'))).toEqual([
      [SEARCH, 'weather'],
      [SEARCH, 'weather', 'clothing'],
    ]);
    const forgetting = searchAdvisor().referenceToolNameAccumulation(false);
    expect(await turn(memory, ['hello'], forgetting)).toEqual([[SEARCH, 'clothing']]);
  });

  it('[SA-27] is asked once for a session that the process does not know', async () => {
    const memory = new CountingMemory();
    const builder = searchAdvisor();
    for (const expected of [2, 3, 4]) {
      expect(await turn(memory, ['hello'], builder)).toEqual([[SEARCH]]);
      expect(memory.reads).toBe(expected);
    }
    await builder.build().evictSession('c1');
    await turn(memory, ['hello'], builder);
    expect(memory.reads).toBe(6);
  });
});

it('discloses attached tools only, each once, whatever the answers in the prompt say', async () => {
  const names = fc.constantFrom('weather', 'clothing', 'currentTime', 'unknown', 'toolSearchTool', '__proto__');
  const answer = fc.oneof(
    fc.array(names).map((list) => JSON.stringify(list)),
    fc.json(),
    fc.string(),
  );
  const advisor = searchAdvisor().build();
  let session = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(answer, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), async (rounds) => {
      const messages = rounds.flatMap((answers) => toolRound(...answers.map((text) => [SEARCH, text] as const)));
      const sent = await toolsAfter(messages, { sessionId: `s${session++}` }, advisor);
      expect(sent[0]).toBe(SEARCH);
      const disclosed = sent.slice(1);
      expect(new Set(disclosed).size).toBe(disclosed.length);
      for (const name of disclosed) expect(['weather', 'clothing', 'currentTime']).toContain(name);
    }),
  );
});

it('keeps results of tools out of what is disclosed', async () => {
  const tool = new TestTool('weather', 'Get the weather', { run: () => '["clothing"]' });
  const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), toolCall('weather'), 'hello']);
  await runTurn(searchAdvisor().build(), model, { messages: [USER], tools: [tool, clothing()] });
  expect(resultsIn(model.prompts[2])).toEqual(['["clothing"]']);
  expect(toolsSent(model.prompts[2])).toEqual([SEARCH, 'weather']);
});
