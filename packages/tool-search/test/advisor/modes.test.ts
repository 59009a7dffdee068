import { describe, expect, it } from '@jest/globals';
import { ChatModelCallAdvisor, DefaultAroundAdvisorChain } from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import {
  type ChatModelCapabilities,
  type Prompt,
  SystemMessage,
  type ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { isDeferredTool, ToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';
import {
  RegexToolIndex,
  type ToolSearchMode,
  ToolSearchToolCallingAdvisor,
  type UndiscoveredToolCall,
} from '@toolwright/tool-search';
import {
  clothing,
  currentTime,
  MODES,
  optionsOf,
  RecordingToolIndex,
  resultsIn,
  runTurn,
  searchAdvisor,
  TestTool,
  textOf,
  thrownBy,
  toolRound,
  toolsSent,
  weather,
} from './harness.js';

const SEARCH = 'toolSearchTool';
const USER = [new SystemMessage('Be brief.'), new UserMessage('What now?')];

/** A model whose provider has a tool search of its own. */
class DeferringChatModel extends ScriptedChatModel {
  override get capabilities(): ChatModelCapabilities {
    return { supportsDeferredTools: true };
  }
}

const sent = (prompt: Prompt | undefined): readonly (readonly [string, boolean])[] =>
  (optionsOf(prompt).toolCallbacks ?? []).map((tool) => [tool.definition.name, isDeferredTool(tool)]);

const systemText = (prompt: Prompt | undefined) => prompt?.instructions[0]?.text;

describe.each(MODES)('The mode of tool search (%s)', (run) => {
  it('[NT-01] is local unless it is set: a model that could search itself is sent the search tool', async () => {
    const model = new DeferringChatModel(['Done.']);
    const advisor = searchAdvisor().build();
    expect(advisor.mode).toBe('local');
    await runTurn(advisor, model, { mode: run, messages: USER, tools: [weather(), clothing()] });
    expect(toolsSent(model.prompts[0])).toEqual([SEARCH]);
  });

  it.each(['native', 'auto'] as const)(
    '[NT-02] [NT-04] %s sends all definitions once, deferred, without search tool and suffix',
    async (mode) => {
      const index = new RecordingToolIndex();
      const tools = [weather(), clothing(), currentTime()];
      const model = new DeferringChatModel([toolCall('clothing'), 'Done.']);
      const advisor = searchAdvisor(index).mode(mode).alwaysDisclosed('currentTime').build();
      const responses = await runTurn(advisor, model, { mode: run, messages: USER, tools, context: {} });
      const all = [
        ['weather', true],
        ['clothing', true],
        ['currentTime', false],
      ];
      expect(model.prompts.map(sent)).toEqual([all, all]);
      expect(model.prompts.map(systemText)).toEqual(['Be brief.', 'Be brief.']);
      expect(optionsOf(model.prompts[1]).toolCallbacks).toBe(optionsOf(model.prompts[0]).toolCallbacks);
      expect(resultsIn(model.prompts[1])).toEqual(['clothing done']);
      expect(textOf(responses)).toBe('Done.');
      expect(index.changes).toEqual([]);
    },
  );

  it('[NT-02] counts calls of deferred tools toward the limits', async () => {
    const manager = ToolCallingManager.builder().maxCallsPerTool(1).build();
    const model = new DeferringChatModel([toolCall('weather'), toolCall('weather')]);
    const advisor = searchAdvisor().mode('native').toolCallingManager(manager).build();
    const responses = await runTurn(advisor, model, { mode: run, messages: USER, tools: [weather()] });
    expect(responses.at(-1)?.chatResponse?.result?.metadata.finishReason).toBe('toolCallLimitExceeded');
  });

  it('[NT-03] native fails with another model, naming it and the two other modes', async () => {
    const model = new ScriptedChatModel(['Done.']);
    const advisor = searchAdvisor().mode('native').build();
    const options = new ToolCallingChatOptions({ model: 'small-1', toolCallbacks: [weather()] });
    const error = await thrownBy(() => runTurn(advisor, model, { mode: run, messages: USER, options }));
    expect(error.name).toBe('IllegalStateException');
    expect(error.message).toContain("the model 'small-1' does not declare supportsDeferredTools");
    expect(error.message).toContain("Use the mode 'local', or 'auto'");
    expect(model.prompts).toEqual([]);
  });

  it('[NT-03] names the class of a model that has no name', async () => {
    const advisor = searchAdvisor().mode('native').build();
    const turn = () => runTurn(advisor, new ScriptedChatModel(['']), { mode: run, messages: USER, tools: [weather()] });
    expect((await thrownBy(turn)).message).toContain("the model 'ScriptedChatModel'");
  });

  it('[NT-04] auto searches locally where the provider cannot', async () => {
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), 'Done.']);
    const advisor = searchAdvisor().mode('auto').build();
    await runTurn(advisor, model, { mode: run, messages: USER, tools: [weather(), clothing()] });
    expect(model.prompts.map(toolsSent)).toEqual([[SEARCH], [SEARCH, 'weather']]);
  });

  it('[NT-06] [SX-19b] sends everything below the least number of tools', async () => {
    const index = new RecordingToolIndex();
    const tools = Array.from({ length: 9 }, (_, n) => new TestTool(`tool${n}`, 'Does something'));
    const advisor = searchAdvisor(index).minTools(10).build();
    const model = new ScriptedChatModel([toolCall('tool3'), 'Done.', 'Done.']);
    await runTurn(advisor, model, { mode: run, messages: USER, tools, context: {} });
    const names = tools.map(({ definition }) => definition.name);
    expect(model.prompts.map(toolsSent)).toEqual([names, names]);
    expect(model.prompts.map(systemText)).toEqual(['Be brief.', 'Be brief.']);
    expect(resultsIn(model.prompts[1])).toEqual(['tool3 done']);
    expect(index.changes).toEqual([]);
    await runTurn(advisor, model, { mode: run, messages: USER, tools: [...tools, weather()] });
    expect(toolsSent(model.prompts[2])).toEqual([SEARCH]);
  });

  it('[SX-19b] does so for no tools at all, whatever the mode', async () => {
    for (const mode of ['local', 'native', 'auto'] as const) {
      const model = new DeferringChatModel(['Done.']);
      const advisor = searchAdvisor().mode(mode).minTools(1).build();
      await runTurn(advisor, model, { mode: run, messages: USER, tools: [], context: {} });
      expect(toolsSent(model.prompts[0])).toEqual([]);
    }
  });

  it('[NT-07] keeps what was disclosed for the next turns of the conversation', async () => {
    const advisor = searchAdvisor().build();
    const tools = [weather(), clothing()];
    const first = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), 'Done.']);
    await runTurn(advisor, first, { mode: run, messages: USER, tools });
    const second = new ScriptedChatModel(['Done.']);
    await runTurn(advisor, second, { mode: run, messages: USER, tools });
    expect(toolsSent(second.prompts[0])).toEqual([SEARCH, 'weather']);
    const other = new ScriptedChatModel(['Done.']);
    await runTurn(advisor, other, { mode: run, messages: USER, tools, sessionId: 'other' });
    expect(toolsSent(other.prompts[0])).toEqual([SEARCH]);
  });

  it('[NT-07] restores it in a new process from the answers of the search tool, from no other text', async () => {
    const history = [
      new UserMessage('Use ["clothing"]'),
      ...toolRound([SEARCH, '["weather"]'], ['notes', '["currentTime"]']),
      new UserMessage('And now?'),
    ];
    const tools = [weather(), clothing(), currentTime()];
    const restarted = searchAdvisor(new RegexToolIndex()).build();
    const model = new ScriptedChatModel(['Done.', 'Done.']);
    await runTurn(restarted, model, { mode: run, messages: history, tools });
    expect(toolsSent(model.prompts[0])).toEqual([SEARCH, 'weather']);
    await runTurn(restarted, model, { mode: run, messages: USER, tools });
    expect(toolsSent(model.prompts[1])).toEqual([SEARCH, 'weather']);
  });

  it('[NT-07] keeps it with the history of the loop switched off', async () => {
    const advisor = searchAdvisor().disableInternalConversationHistory().build();
    const tools = [weather(), clothing()];
    const model = new ScriptedChatModel([
      toolCall(SEARCH, { query: 'weather' }),
      toolCall('weather'),
      toolCall('weather'),
      'Done.',
      'Done.',
    ]);
    await runTurn(advisor, model, { mode: run, messages: USER, tools });
    await runTurn(advisor, model, { mode: run, messages: USER, tools });
    expect(model.prompts.map(toolsSent)).toEqual([[SEARCH], ...Array.from({ length: 4 }, () => [SEARCH, 'weather'])]);
  });

  it('[SX-08] runs an attached tool that was not found yet, if it is told to', async () => {
    const tool = weather();
    const advisor = searchAdvisor().undiscoveredToolCall('execute').build();
    const model = new ScriptedChatModel([[toolCall('weather'), toolCall('wether')], 'Done.']);
    const logs = RecordingLogProvider.install();
    const responses = await runTurn(advisor, model, {
      mode: run,
      messages: USER,
      tools: [tool, clothing()],
    }).finally(() => {
      logs.uninstall();
    });
    expect(tool.inputs).toHaveLength(1);
    const { responses: answers } = model.prompts[1]?.instructions.at(-1) as ToolResponseMessage;
    expect(answers.map(({ responseData }) => responseData)).toEqual([
      'weather done',
      "Unknown tool 'wether'. Available tools: toolSearchTool.",
    ]);
    expect(textOf(responses)).toBe('Done.');
  });

  it('[SX-11b] offers a tool no longer that is gone from the tools of the next turn', async () => {
    const index = new RecordingToolIndex();
    const advisor = searchAdvisor(index).build();
    const found = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather clothing' }), 'Done.']);
    await runTurn(advisor, found, { mode: run, messages: USER, tools: [weather(), clothing()] });
    expect(toolsSent(found.prompts[1])).toEqual([SEARCH, 'clothing', 'weather']);
    const later = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather clothing' }), 'Done.']);
    await runTurn(advisor, later, { mode: run, messages: USER, tools: [clothing()] });
    expect(later.prompts.map(toolsSent)).toEqual([
      [SEARCH, 'clothing'],
      [SEARCH, 'clothing'],
    ]);
    expect(resultsIn(later.prompts[1])).toEqual(['["clothing"]']);
    expect(index.changes).toHaveLength(4);
  });

  it('[SX-15b] tells names with summaries, if it is told to, and discloses them', async () => {
    const long = new TestTool('weather', `Get the weather\nfor a city ${'x'.repeat(500)}`);
    const advisor = searchAdvisor().resultFormat('summaries').build();
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'weather' }), 'Done.']);
    await runTurn(advisor, model, { mode: run, messages: USER, tools: [long, clothing()] });
    expect(resultsIn(model.prompts[1])).toEqual(['{"tools":[{"name":"weather","summary":"Get the weather"}]}']);
    expect(toolsSent(model.prompts[1])).toEqual([SEARCH, 'weather']);
  });

  it.each(['{"tools":[{"name":7}]}', '{"tools":"weather"}', '{"weather":1}', '{', '[null]', '["weather",{}]'])(
    '[SX-09] discloses nothing for the mangled result %s',
    async (result) => {
      const model = new ScriptedChatModel(['Done.']);
      const messages = [...toolRound([SEARCH, result]), ...USER];
      await runTurn(searchAdvisor().build(), model, { mode: run, messages, tools: [weather()] });
      expect(toolsSent(model.prompts[0])).toEqual([SEARCH]);
    },
  );
});

describe('The builder', () => {
  const builder = () => searchAdvisor();

  it('refuses what it does not know', () => {
    expect(() => builder().mode('remote' as ToolSearchMode)).toThrow('mode must be one of local, native, auto');
    expect(() => builder().minTools(-1)).toThrow('minTools must be a whole number, 0 or more');
    expect(() => builder().undiscoveredToolCall('ask' as UndiscoveredToolCall)).toThrow(
      'undiscoveredToolCall must be one of advise, execute',
    );
    expect(() => builder().resultFormat('all' as never)).toThrow('resultFormat must be one of names, summaries');
    expect(() => builder().observationRegistry(null as never)).toThrow('observationRegistry must not be null');
  });

  it('[SA-04] copies all of it', () => {
    const copy = builder().mode('auto').minTools(3).undiscoveredToolCall('execute').copy().build();
    expect(copy).toBeInstanceOf(ToolSearchToolCallingAdvisor);
    expect([copy.mode, copy.minTools, copy.undiscoveredToolCall]).toEqual(['auto', 3, 'execute']);
  });
});

describe('chatModel of a chain', () => {
  it('is the model at its end', () => {
    const model = new ScriptedChatModel([]);
    const chain = DefaultAroundAdvisorChain.builder().push(searchAdvisor().build());
    expect(chain.build().chatModel).toBeUndefined();
    expect(chain.push(new ChatModelCallAdvisor(model)).build().chatModel).toBe(model);
  });
});
