import { RecordingLogProvider } from '@toolwright/core';
import { LuceneToolIndex, type ToolReference } from '@toolwright/tool-search';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

type Tools = readonly (readonly [name: string, description: string])[];

const references = (tools: Tools): readonly ToolReference[] =>
  tools.map(([toolName, summary]) => ({ toolName, summary }));

const namesIn = (tools: readonly ToolReference[]): readonly string[] => tools.map(({ toolName }) => toolName);

/** Names and scores of a search over tools given as name and description. */
async function rank(
  tools: Tools,
  query: string,
  { maxResults, threshold }: { readonly maxResults?: number; readonly threshold?: number } = {},
): Promise<readonly (readonly [string, number])[]> {
  const index = new LuceneToolIndex(threshold);
  await index.indexTools('s', references(tools));
  const { toolReferences } = await index.search({ sessionId: 's', query, maxResults: maxResults ?? null });
  return toolReferences.map(({ toolName, relevanceScore }) => [toolName, relevanceScore ?? Number.NaN] as const);
}

const near = (score: number): number => expect.closeTo(score, 4) as unknown as number;

const WEATHER: Tools = [
  ['weatherTool', 'Returns current weather conditions'],
  ['calculatorTool', 'Performs arithmetic calculations'],
];
const STOCK: Tools = [
  ['stockTool', 'Fetches live stock prices'],
  ['newsTool', 'Returns latest news headlines'],
];

describe('The threshold of LuceneToolIndex', () => {
  it('[IX-K01a] is 0.25 unless another is given', () => {
    expect([new LuceneToolIndex().minScoreThreshold, new LuceneToolIndex(0.4).minScoreThreshold]).toEqual([0.25, 0.4]);
  });

  it('[IX-K01b] drops what is below it and keeps what equals it', async () => {
    const [[, score] = ['', 0]] = await rank(WEATHER, 'weather conditions');
    expect(await rank(WEATHER, 'weather conditions', { threshold: score })).toEqual([['weatherTool', score]]);
    expect(await rank(WEATHER, 'weather conditions', { threshold: score + 1e-9 })).toEqual([]);
  });

  it('[IX-K01c] is applied to the best results only, after the cut', async () => {
    const tools: Tools = [
      ['weather', 'Current conditions provider'],
      ['forecast', 'Provides detailed weather predictions daily'],
    ];
    expect(await rank(tools, 'weather', { maxResults: 1, threshold: 0.5 })).toEqual([['weather', near(1.8904)]]);
    expect(await rank(tools, 'weather', { maxResults: 1, threshold: 1.9 })).toEqual([]);
  });
});

describe('The score of LuceneToolIndex', () => {
  it('[IX-K02] adds words and phrase of the description', async () => {
    expect(await rank(WEATHER, 'weather conditions')).toEqual([['weatherTool', near(1.1907)]]);
  });

  it('[IX-K03a] takes an identifier as one word', async () => {
    const tools: Tools = [
      ['getWeather', 'Retrieves meteorological data'],
      ['calculateTax', 'Computes tax obligations'],
    ];
    expect(await rank(tools, 'getWeather')).toEqual([['getWeather', near(1.8904)]]);
  });

  it('[IX-K03b] does not split an identifier', async () => {
    const tools: Tools = [
      ['getWeather', 'Retrieves meteorological data'],
      ['calculateTax', 'Computes tax obligations'],
    ];
    expect(await rank(tools, 'get weather')).toEqual([]);
  });

  it('[IX-K03c] is higher for the name than for the description', async () => {
    const tools: Tools = [
      ['weather', 'Current conditions provider'],
      ['forecast', 'Provides detailed weather predictions daily'],
    ];
    expect(await rank(tools, 'weather')).toEqual([
      ['weather', near(1.8904)],
      ['forecast', near(0.5717)],
    ]);
  });

  it('[IX-K04] is there as soon as the tools are indexed', async () => {
    expect(await rank(STOCK, 'stock prices')).toEqual([['stockTool', near(1.2603)]]);
  });

  it('[IX-K05a] is low for a word that all tools share', async () => {
    const tools = Array.from({ length: 8 }, (_, n) => [`dataTool${n}`, `Retrieves data from source ${n}`] as const);
    expect(await rank(tools, 'data', { maxResults: 3 })).toEqual([]);
    expect(await rank(tools, 'data', { maxResults: 3, threshold: 0 })).toEqual([
      ['dataTool0', near(0.052)],
      ['dataTool1', near(0.052)],
      ['dataTool2', near(0.052)],
    ]);
  });

  it('[IX-K05b] is the same for searches at the same time', async () => {
    const index = new LuceneToolIndex(0);
    await index.indexTools(
      's',
      references(Array.from({ length: 10 }, (_, n) => [`tool${n}`, `Processes data stream number ${n}`] as const)),
    );
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => index.search({ sessionId: 's', query: 'data' })),
    );
    for (const { toolReferences } of responses) {
      expect(toolReferences).toHaveLength(10);
      for (const { relevanceScore } of toolReferences) expect(relevanceScore).toBeCloseTo(0.0423, 4);
    }
  });

  it('[IX-K06a] passes the threshold for the description of a single tool', async () => {
    expect(await rank([['weatherTool', 'Get the weather']], 'weather')).toEqual([['weatherTool', near(0.2615)]]);
  });

  it('[IX-K06b] counts the name of a single tool six times', async () => {
    expect(await rank([['weather', 'x']], 'weather')).toEqual([['weather', near(0.7846)]]);
  });

  it('[IX-K07a] finds no parts of a name that underscores join', async () => {
    const tools: Tools = [
      ['get_user_data', 'x'],
      ['set_user_data', 'x'],
    ];
    expect(await rank(tools, 'user data', { threshold: 0 })).toEqual([]);
  });

  it('[IX-K07b] finds the whole name that underscores join', async () => {
    const tools: Tools = [
      ['get_user_data', 'Reads a record'],
      ['set_user_data', 'Writes a record'],
    ];
    expect(await rank(tools, 'get_user_data')).toEqual([['get_user_data', near(1.8904)]]);
  });

  it('[IX-K07c] does not stem', async () => {
    expect(await rank([['weather', 'Provides weather forecast']], 'forecasts', { threshold: 0 })).toEqual([]);
  });

  it('splits a name at hyphens', async () => {
    const found = await rank([['get-user-data', 'x']], 'user', { threshold: 0 });
    expect(found.map(([name]) => name)).toEqual(['get-user-data']);
  });
});

describe('LuceneToolIndex', () => {
  const index = new LuceneToolIndex(0);
  const three = references([
    ['weatherTool', 'Weather reports'],
    ['alarmTool', 'Alarm clocks'],
    ['taxTool', 'Tax returns'],
  ]);
  let logs: RecordingLogProvider;

  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });

  afterEach(async () => {
    logs.uninstall();
    await index.clearIndex('s1');
    await index.clearIndex('s2');
  });

  it.each(['', '?!', '   '])('[IX-K08a] finds nothing for a query without a word: %j', async (query) => {
    await index.indexTools('s1', three);
    expect(await index.search({ sessionId: 's1', query })).toEqual({ toolReferences: [] });
  });

  it('[IX-K08b] finds nothing without a session', async () => {
    expect(await index.search({ sessionId: 'unknown', query: 'weather' })).toEqual({ toolReferences: [] });
    expect(logs.entries).toEqual([]);
    expect(await index.search({ sessionId: '  ', query: 'weather' })).toEqual({ toolReferences: [] });
    expect(logs.messages('warn')).toEqual([
      'A tool search without a session id finds nothing: pass the id under which the tools were indexed.',
    ]);
  });

  it('[IX-K09a] counts the tools of a session', async () => {
    await index.indexTools('s1', three);
    expect(index.size('s1')).toBe(3);
  });

  it('[IX-K09b] forgets a session', async () => {
    await index.indexTools('s1', three);
    await index.clearIndex('s1');
    await index.clearIndex('unknown');
    expect(index.size('s1')).toBe(0);
    expect(await index.search({ sessionId: 's1', query: 'weather' })).toEqual({ toolReferences: [] });
  });

  it('[IX-K09c] keeps tools and statistics of sessions apart', async () => {
    await index.indexTools('s1', references([['weatherTool', 'Get the weather']]));
    await index.indexTools('s2', references([['otherTool', 'Another weather service with a long description']]));
    const { toolReferences } = await index.search({ sessionId: 's1', query: 'weather' });
    expect(namesIn(toolReferences)).toEqual(['weatherTool']);
    expect(toolReferences[0]?.relevanceScore).toBeCloseTo(0.2615, 4);
  });

  it('[IX-K09d] numbers entries over all sessions and removes one by its number', async () => {
    const fresh = new LuceneToolIndex(0);
    await fresh.indexTools('s1', three.slice(0, 2));
    await fresh.indexTool('s2', three[2] as ToolReference);
    await fresh.indexTool('s1', three[2] as ToolReference);
    const [first = Number.NaN] = fresh.ids('s1');
    expect(fresh.ids('s1')).toEqual([first, first + 1, first + 3]);
    expect(fresh.ids('s2')).toEqual([first + 2]);
    fresh.delete('s1', first + 1);
    fresh.delete('s1', first + 2);
    fresh.delete('unknown', first);
    expect([fresh.size('s1'), fresh.size('s2')]).toEqual([2, 1]);
    expect((await fresh.search({ sessionId: 's1', query: 'alarm' })).toolReferences).toEqual([]);
    expect(namesIn((await fresh.search({ sessionId: 's1', query: 'tax' })).toolReferences)).toEqual(['taxTool']);
  });

  it('[IX-K10a] reports what is left after cut and threshold, and the query', async () => {
    await index.indexTools('s1', three);
    expect(await index.search({ sessionId: 's1', query: 'Weather OR tax', maxResults: 1 })).toEqual({
      toolReferences: [{ ...three[0], relevanceScore: expect.any(Number) }],
      totalMatches: 1,
      searchMetadata: { searchType: 'LuceneToolIndex', query: 'Weather OR tax' },
    });
  });

  it('[IX-K10b] returns at most ten without a maximum', async () => {
    await index.indexTools('s1', references(Array.from({ length: 12 }, (_, n) => [`tool${n}`, 'Reads data'] as const)));
    const found = async (maxResults?: number): Promise<number> =>
      (await index.search({ sessionId: 's1', query: 'data', maxResults: maxResults ?? null })).toolReferences.length;
    expect([await found(), await found(0), await found(-1), await found(11)]).toEqual([10, 1, 1, 11]);
  });
});
