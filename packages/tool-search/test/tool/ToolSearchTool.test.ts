import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import { ToolResponseMessage, UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ToolContext, ToolContextValueMissingException, ToolExecutionException } from '@toolwright/tools';
import {
  TOOL_SEARCH_TOOL_SESSION_ID_KEY,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
  ToolSearchTool,
} from '@toolwright/tool-search';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resultsIn, runTurn, searchAdvisor, TestTool, thrownBy, weather } from '../advisor/harness.js';

/** Answers every search with the same names. */
class FixedToolIndex extends ToolIndex {
  readonly requests: ToolSearchRequest[] = [];
  readonly #names: readonly string[];

  constructor(...names: readonly string[]) {
    super();
    this.#names = names;
  }

  override async indexTools(_sessionId: string, _tools: readonly ToolReference[]): Promise<void> {}

  override async clearIndex(_sessionId: string): Promise<void> {}

  override async search(request: ToolSearchRequest): Promise<ToolSearchResponse> {
    this.requests.push(request);
    return { toolReferences: this.#names.map((toolName) => ({ toolName, summary: '' })) };
  }
}

const context = new ToolContext({ [TOOL_SEARCH_TOOL_SESSION_ID_KEY]: 's1' });

let index: FixedToolIndex;

beforeEach(() => {
  index = new FixedToolIndex('b', 'a');
});

/** What the index is asked when the model sends `args`. */
async function asked(args: unknown, maxResults: number | null = null): Promise<ToolSearchRequest | undefined> {
  await new ToolSearchTool(index, maxResults).call(typeof args === 'string' ? args : JSON.stringify(args), context);
  return index.requests.at(-1);
}

function schemaOf(tool: ToolSearchTool): any {
  return JSON.parse(tool.definition.inputSchema);
}

describe('The definition of toolSearchTool', () => {
  it('[ST-01a] says what is searched, when, and what comes back', () => {
    const { name, description } = new ToolSearchTool(index).definition;
    expect(name).toBe('toolSearchTool');
    expect(description).toMatch(/^Search the registry of tools for tools that help with the task\./);
    expect(description).toContain('whenever the tools at hand do not suffice');
    expect(description).toContain('names, descriptions and parameter information');
    expect(description).toContain('references to tools; they become full definitions, which you can call');
  });

  it('[ST-01b] does not return directly', () => {
    expect(new ToolSearchTool(index).metadata.returnDirect).toBe(false);
  });

  it('[ST-01c] leaves unknown arguments without effect', async () => {
    expect(await asked({ query: 'weather', sessionId: 'other', limit: 3 })).toEqual({
      sessionId: 's1',
      query: 'weather',
      maxResults: 5,
    });
  });

  it('[ST-02a] has the three properties in order and requires the query', () => {
    const schema = schemaOf(new ToolSearchTool(index));
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.type).toBe('object');
    expect(Object.keys(schema.properties)).toEqual(['query', 'maxResults', 'categoryFilter']);
    expect(schema.required).toEqual(['query']);
  });

  it('[ST-02b] has plain types', () => {
    const { query, maxResults, categoryFilter } = schemaOf(new ToolSearchTool(index)).properties;
    expect([query.type, maxResults.type, categoryFilter.type]).toEqual(['string', 'integer', 'string']);
    expect(maxResults).not.toHaveProperty('format');
  });

  it('[ST-02c] shows nothing of the tool context', () => {
    const { inputSchema } = new ToolSearchTool(index).definition;
    expect(inputSchema).not.toMatch(/toolContext|sessionId|arg\d/i);
  });

  it('[ST-03a] asks for a specific description with keywords', () => {
    const { query } = schemaOf(new ToolSearchTool(index)).properties;
    expect(query.description).toMatch(/specific description in natural language, with the keywords/);
  });

  it('[ST-03b] tells the limits', () => {
    const { maxResults } = schemaOf(new ToolSearchTool(index)).properties;
    expect(maxResults.description).toBe('Maximum number of tool references to return (1-10). Default is 5.');
  });

  it('[SX-13a] tells the limits that hold, whatever they are', () => {
    const describedWith = (maxResults: number): string =>
      schemaOf(new ToolSearchTool(index, maxResults)).properties.maxResults.description;
    expect(describedWith(3)).toBe('Maximum number of tool references to return (1-10). Default is 3.');
    expect(describedWith(25)).toBe('Maximum number of tool references to return (1-25). Default is 25.');
  });

  it('[ST-09] is the only one with its name', async () => {
    const own = new TestTool('ToolSearchTool', 'My own search');
    const error = await thrownBy(() =>
      runTurn(searchAdvisor().build(), new ScriptedChatModel([]), {
        messages: [new UserMessage('hi')],
        tools: [weather(), own],
      }),
    );
    expect(error).toBeInstanceOf(IllegalArgumentException);
    expect(error.message).toBe(
      "The attached tool 'ToolSearchTool' (TestTool, described as: My own search) has the same name as the built-in tool " +
        "'toolSearchTool' of tool search. Rename the attached tool.",
    );
  });
});

describe('The number of results', () => {
  it('[ST-04a] is what the model asks for', async () => {
    expect((await asked({ query: 'weather', maxResults: 7 }, 3))?.maxResults).toBe(7);
  });

  it("[ST-04b] is the advisor's if the model does not ask", async () => {
    expect((await asked({ query: 'weather' }, 3))?.maxResults).toBe(3);
    expect((await asked({ query: 'weather', maxResults: null }, 3))?.maxResults).toBe(3);
  });

  it('[SX-13a] is 5 if nobody says', async () => {
    expect((await asked({ query: 'weather' }))?.maxResults).toBe(5);
  });

  it.each([
    [100_000, null, 10],
    [100_000, 3, 10],
    [100_000, 25, 25],
    [11, 25, 11],
    [1e300, null, 10],
    [3.9, null, 3],
    ['7', null, 7],
    ['many', 4, 4],
    [true, null, 5],
  ])('[SX-13a] is %p of the model, with %p configured, within the limits', async (sent, configured, expected) => {
    expect((await asked({ query: 'weather', maxResults: sent }, configured))?.maxResults).toBe(expected);
  });

  it.each([0, -1, -100_000, 0.5])('[SX-13b] is 1 if the model sends %p', async (maxResults) => {
    expect((await asked({ query: 'weather', maxResults }))?.maxResults).toBe(1);
  });

  it('[SX-13a] is between 1 and the upper bound, whatever the model sends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 30 }), async (maxResults, configured) => {
        const request = await asked({ query: 'weather', maxResults }, configured);
        expect(Number.isInteger(request?.maxResults)).toBe(true);
        expect(request?.maxResults).toBeGreaterThanOrEqual(1);
        expect(request?.maxResults).toBeLessThanOrEqual(Math.max(10, configured));
      }),
    );
  });
});

describe('The session of a search', () => {
  it('[ST-05] comes from the tool context, never from the arguments', async () => {
    expect(TOOL_SEARCH_TOOL_SESSION_ID_KEY).toBe('toolSearchToolSessionId');
    const request = await asked({ query: 'x', sessionId: 'theirs', toolSearchToolSessionId: 'theirs' });
    expect(request?.sessionId).toBe('s1');
  });

  it.each([
    ['missing', undefined],
    ['empty', new ToolContext({})],
  ])('[ST-06a] cannot be found in a %s tool context', async (_, toolContext) => {
    const error = await thrownBy(() => new ToolSearchTool(index).call('{"query":"x"}', toolContext));
    expect(error).toBeInstanceOf(IllegalArgumentException);
    expect(error.message).toBe('ToolContext is required by the method as an argument');
    expect(index.requests).toEqual([]);
  });

  it('[ST-06b] is named if the tool context lacks it', async () => {
    const toolContext = new ToolContext({ tenant: 'x' });
    const error = await thrownBy(() => new ToolSearchTool(index).call('{"query":"x"}', toolContext));
    expect(error).toBeInstanceOf(ToolContextValueMissingException);
    expect(error.message).toContain("'toolSearchToolSessionId'");
    expect(index.requests).toEqual([]);
  });
});

describe('The result of a search', () => {
  it('[ST-07a] is the JSON array of the names in the order of the index', async () => {
    expect(await new ToolSearchTool(index).call('{"query":"x"}', context)).toBe('["b","a"]');
  });

  it('[SX-15a] says that nothing was found, repeats the query and lists the nearest names', async () => {
    const tools = ['sendMail', 'getWeather', 'getWether', 'listOrders', ...Array.from('abcdefghij')].map(
      (name) => new TestTool(name, 'x'),
    );
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'getWeathr' }), 'none']);
    await runTurn(searchAdvisor().build(), model, { messages: [new UserMessage('hi')], tools });
    const [result] = resultsIn(model.prompts[1]);
    expect(result).toBe(
      "No tool matches the query 'getWeathr'. The tools with the nearest names are: getWeather, getWether, sendMail, " +
        'a, e, g, h, listOrders, b, c. Search again with other words.',
    );
  });

  it('[SX-15a] shortens a long query', async () => {
    index = new FixedToolIndex();
    const result = await new ToolSearchTool(index).call(JSON.stringify({ query: 'q'.repeat(10_000) }), context);
    expect(result).toBe(`No tool matches the query '${'q'.repeat(199)}…'. Search again with other words.`);
  });

  it('[ST-08a] can be of one category, if the index filters', async () => {
    expect(await asked({ query: 'x', categoryFilter: 'travel' })).toEqual({
      sessionId: 's1',
      query: 'x',
      maxResults: 5,
      categoryFilter: 'travel',
    });
  });

  it.each([{}, { query: '' }, { query: '  \n' }, { query: null }, { query: 5 }, [], 'null', '7', ''])(
    '[ST-08b] [SX-13b] asks for a query if the arguments are %j',
    async (args) => {
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      expect(await new ToolSearchTool(index).call(text, context)).toBe(
        "A query is needed: call 'toolSearchTool' with a 'query' that describes in a few words what the tool should do.",
      );
      expect(index.requests).toEqual([]);
    },
  );

  it('is not hindered by a code fence around the arguments', async () => {
    const logs = RecordingLogProvider.install();
    const result = await new ToolSearchTool(index)
      .call('```json\n{"query":"x"}\n```', context)
      .finally(() => logs.uninstall());
    expect(result).toBe('["b","a"]');
  });

  it('is a failure of the arguments if they are no JSON', async () => {
    const error = await thrownBy(() => new ToolSearchTool(index).call('{"query":', context));
    expect(error).toBeInstanceOf(ToolExecutionException);
    expect((error as ToolExecutionException).phase).toBe('arguments');
    expect(error.message).toBe(
      "Arguments of tool 'toolSearchTool' are not valid JSON (position 9). Send one JSON object that matches the tool's schema.",
    );
  });

  it('is a failure the model is told about if the index fails', async () => {
    class FailingToolIndex extends FixedToolIndex {
      override async search(): Promise<ToolSearchResponse> {
        throw new Error('index is down');
      }
    }
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'x' }), 'sorry']);
    const advisor = searchAdvisor().toolIndex(new FailingToolIndex()).build();
    await runTurn(advisor, model, { messages: [new UserMessage('hi')], tools: [weather()] });
    const last = model.prompts[1]?.instructions.at(-1) as ToolResponseMessage;
    expect(last.responses[0]).toMatchObject({ responseData: 'index is down', isError: true });
  });
});
