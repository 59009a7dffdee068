import { describe, expect, it } from '@jest/globals';
import {
  type LogEntry,
  type ObservationContext,
  ObservationHandler,
  ObservationRegistry,
  RecordingLogProvider,
} from '@toolwright/core';
import { UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ToolCallingManager, ToolMetadata } from '@toolwright/tools';
import {
  KeywordToolIndex,
  LuceneToolIndex,
  RegexToolIndex,
  type ToolIndex,
  toolReferencesOf,
} from '@toolwright/tool-search';
import { optionsOf, resultsIn, runTurn, searchAdvisor, TestTool, weather } from '../advisor/harness.js';

const SEARCH = 'toolSearchTool';
const USER = [new UserMessage('What now?')];

const read = () => new TestTool('readMail', 'Read a letter', { category: 'Mail' });
const write = () => new TestTool('writeMail', 'Write a letter', { category: 'Mail' });
const draw = () => new TestTool('drawLetter', 'Draw a letter', { category: 'Art' });

/** What the model is answered that searches with these arguments. */
async function answer(args: unknown, tools = [read(), write(), draw()], index?: ToolIndex) {
  const model = new ScriptedChatModel([toolCall(SEARCH, args), 'Done.']);
  const advisor = index ? searchAdvisor().toolIndex(index) : searchAdvisor();
  await runTurn(advisor.build(), model, { messages: USER, tools });
  return { result: resultsIn(model.prompts[1])[0], model };
}

const schemaSent = (model: ScriptedChatModel): any =>
  JSON.parse(optionsOf(model.prompts[0]).toolCallbacks?.[0]?.definition.inputSchema ?? '');

describe('Categories', () => {
  it.each([
    ['regex', () => new RegexToolIndex()],
    ['lucene', () => new LuceneToolIndex(0)],
    ['keyword', () => new KeywordToolIndex()],
  ])('[SX-14] narrow the search of the index %s, ignoring case', async (_name, index) => {
    const { result } = await answer({ query: 'letter', categoryFilter: ' mail ' }, undefined, index());
    expect(new Set(JSON.parse(result ?? ''))).toEqual(new Set(['readMail', 'writeMail']));
  });

  it('[SX-14] are named to the model that asks for another one', async () => {
    const { result } = await answer({ query: 'letter', categoryFilter: 'Music' });
    expect(result).toBe(
      "There is no category 'Music'. The categories are: Mail, Art. Search again with one of them, or with none.",
    );
  });

  it('[SX-14] are told in the schema', async () => {
    const { model } = await answer({ query: 'letter' });
    expect(schemaSent(model).properties.categoryFilter).toEqual({
      type: 'string',
      description: 'Only look for tools of this category: Mail, Art.',
    });
  });

  it('[SX-14] are left out of the schema if no tool has one', async () => {
    const { model, result } = await answer({ query: 'weather', categoryFilter: 'Mail' }, [weather()]);
    expect(Object.keys(schemaSent(model).properties)).toEqual(['query', 'maxResults']);
    expect(result).toMatch(/^No tool matches the query 'weather'\./);
  });

  it('[SX-14] are not listed where they are many', async () => {
    const many = Array.from({ length: 21 }, (_, n) => new TestTool(`t${n}`, 'A letter', { category: `c${n}` }));
    const { model } = await answer({ query: 'letter' }, many);
    expect(schemaSent(model).properties.categoryFilter.description).toBe('Only look for tools of this category.');
  });

  it('[SX-14] are the MCP connections of tools that have no category of their own', () => {
    const remote = (attributes: Readonly<Record<string, unknown>>) =>
      Object.defineProperty(read(), 'metadata', { value: ToolMetadata.builder().attributes(attributes).build() });
    const tools = [remote({ mcpConnection: 'files' }), remote({ mcpConnection: 'files', category: 'Own' }), remote({})];
    expect(toolReferencesOf(tools).map(({ category }) => category)).toEqual(['files', 'Own', undefined]);
  });

  it('[SX-14] of one definition may differ between requests', async () => {
    const tool = read();
    const moved = Object.defineProperty(draw(), 'definition', { value: tool.definition });
    const advisor = searchAdvisor().build();
    for (const [tools, category] of [
      [[tool], 'Mail'],
      [[moved], 'Art'],
    ] as const) {
      const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'letter', categoryFilter: category }), 'Done.']);
      await runTurn(advisor, model, { messages: USER, tools });
      expect(resultsIn(model.prompts[1])).toEqual(['["readMail"]']);
    }
  });
});

/** Keeps what was observed of tool calls. */
class Recorder extends ObservationHandler {
  readonly contexts: ObservationContext[] = [];

  override supportsContext(_context: ObservationContext): _context is ObservationContext {
    return true;
  }

  override onStop(context: ObservationContext): void {
    this.contexts.push(context);
  }
}

describe('What a search tells of itself', () => {
  it('[SX-20] is the index, the number of hits and the time, on the span of the tool call', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const manager = ToolCallingManager.builder().observationRegistry(registry).build();
    const advisor = searchAdvisor().toolCallingManager(manager).observationRegistry(registry).build();
    const model = new ScriptedChatModel([toolCall(SEARCH, { query: 'secret letter' }), 'Done.']);
    await runTurn(advisor, model, { messages: USER, tools: [read(), draw(), weather()] });
    const span = recorder.contexts.find(({ contextualName }) => contextualName === 'execute_tool toolSearchTool');
    expect(span?.lowCardinalityKeyValues.get('toolwright.tool_search.index')).toBe('RegexToolIndex');
    expect(span?.highCardinalityKeyValues.get('toolwright.tool_search.hits')).toBe('2');
    expect(Number(span?.highCardinalityKeyValues.get('toolwright.tool_search.duration_ms'))).toBeGreaterThanOrEqual(0);
    const values = [...(span?.lowCardinalityKeyValues ?? []), ...(span?.highCardinalityKeyValues ?? [])].flat().join();
    expect(values).not.toMatch(/secret|readMail|drawLetter/);
  });

  it('is index, hits and scores in a debug log, without query and names', async () => {
    const logs = RecordingLogProvider.install();
    try {
      await answer({ query: 'secret letter' });
      const entry = logs.entries.find(({ message }) => message === 'Searched for tools.') as LogEntry;
      expect([entry.loggerName, entry.level]).toEqual(['toolwright.tool-search.search', 'debug']);
      expect(entry.fields).toEqual({
        index: 'RegexToolIndex',
        hits: 3,
        returned: 3,
        scores: [expect.any(Number), expect.any(Number), expect.any(Number)],
        durationMs: expect.any(Number),
      });
    } finally {
      logs.uninstall();
    }
  });
});
