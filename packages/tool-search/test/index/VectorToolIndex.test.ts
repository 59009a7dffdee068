import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { Document, SimpleVectorStore } from '@toolwright/model';
import { type ToolReference, VectorToolIndex } from '@toolwright/tool-search';
import { HashedWordsModel, RecordingVectorStore } from './embeddings.js';

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => logs.uninstall());

const tool = (toolName: string, summary: string, more: Partial<ToolReference> = {}): ToolReference => ({
  toolName,
  summary,
  ...more,
});
const WEATHER = tool('weatherTool', 'Weather forecast for a city');
const STOCK = tool('stockTool', 'Prices of shares');
const EMAIL = tool('sendEmail', 'Send a message');

function setUp() {
  const store = new RecordingVectorStore();
  return { store, index: new VectorToolIndex(store) };
}

const idsAdded = (store: RecordingVectorStore) => store.added.flat().map(({ id }) => id);
const namesFound = async (index: VectorToolIndex, sessionId: string, query: string, categoryFilter?: string) =>
  (
    await index.search({ sessionId, query, ...(categoryFilter !== undefined && { categoryFilter }) })
  ).toolReferences.map(({ toolName }) => toolName);

describe('VectorToolIndex', () => {
  it('[IX-V01a] needs a store', () => {
    expect(() => new VectorToolIndex(null as never)).toThrow('VectorStore must not be null');
    expect(() => new VectorToolIndex(new RecordingVectorStore(), 2)).toThrow(
      'similarityThreshold must be between 0 and 1',
    );
  });

  it('[IX-V01b] leaves the store alone when it is closed', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    index.close();
    expect(store.deleted).toEqual([]);
    expect(await namesFound(index, 's', 'weather')).toEqual(['weatherTool']);
  });

  it('[IX-V01c] hands a failure of the store on, and starts anew the next time', async () => {
    const { store, index } = setUp();
    store.addFailure = new Error('store is full');
    await expect(index.indexTools('s', [WEATHER])).rejects.toThrow('store is full');
    expect(await namesFound(index, 's', 'weather')).toEqual([]);
    store.addFailure = undefined;
    await index.indexTools('s', [WEATHER]);
    expect(store.added).toHaveLength(2);
    expect(await namesFound(index, 's', 'weather')).toEqual(['weatherTool']);
  });

  it('[IX-V02a] adds one document with name, description, session and id in its metadata', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    expect(store.added).toHaveLength(1);
    const [document] = store.added[0] as [Document];
    expect(document.metadata).toEqual({
      toolName: 'weatherTool',
      toolDescription: 'Weather forecast for a city',
      sessionId: 's',
      id: document.id,
    });
  });

  it('[IX-V02b] gives each document a random UUID', async () => {
    const { store, index } = setUp();
    await index.indexTools('s', [WEATHER, STOCK]);
    const [first, second] = idsAdded(store);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
  });

  it('[IX-V03a] adds several tools in one step', async () => {
    const { store, index } = setUp();
    await index.indexTools('s', [WEATHER, STOCK, EMAIL]);
    expect(store.added.map(({ length }) => length)).toEqual([3]);
  });

  it('[IX-V03b] adds nothing for no tools', async () => {
    const { store, index } = setUp();
    await index.indexTools('s', []);
    expect(store.added).toEqual([]);
    expect(await namesFound(index, 's', 'weather')).toEqual([]);
  });

  it('[IX-V04a] deletes the documents of a session in one step', async () => {
    const { store, index } = setUp();
    await index.indexTools('s', [WEATHER, STOCK]);
    await index.clearIndex('s');
    expect(store.deleted).toEqual([idsAdded(store)]);
    expect(store.size).toBe(0);
  });

  it('[IX-V04b] deletes what was added one by one in one step', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    await index.indexTool('s', STOCK);
    await index.clearIndex('s');
    expect(store.deleted).toEqual([idsAdded(store)]);
  });

  it('[IX-V04c] deletes nothing for a session that is not known', async () => {
    const { store, index } = setUp();
    await index.clearIndex('unknown');
    expect(store.deleted).toEqual([]);
  });

  it('[IX-V05a] deletes once for each time a session was filled', async () => {
    const { store, index } = setUp();
    for (let time = 0; time < 2; time++) {
      await index.indexTool('s', WEATHER);
      await index.clearIndex('s');
    }
    expect(store.deleted).toEqual(idsAdded(store).map((id) => [id]));
  });

  it('[IX-V05b] deletes the documents of that session only', async () => {
    const { store, index } = setUp();
    await index.indexTool('session1', WEATHER);
    await index.indexTool('session2', STOCK);
    await index.clearIndex('session1');
    expect(store.deleted).toEqual([[idsAdded(store)[0]]]);
    expect(await namesFound(index, 'session2', 'shares')).toEqual(['stockTool']);
  });

  it('[IX-V05c] keeps count of batches that are added in parallel', async () => {
    const { store, index } = setUp();
    const batch = (n: number) => Array.from({ length: 20 }, (_, i) => tool(`tool${n}x${i}`, 'Does something'));
    await Promise.all(Array.from({ length: 10 }, (_, n) => index.indexTools('s', batch(n))));
    await index.clearIndex('s');
    expect(store.deleted).toHaveLength(1);
    expect(new Set(store.deleted[0] as readonly string[]).size).toBe(200);
    expect(store.size).toBe(0);
  });

  it('[IX-V06a] searches once, with query, limit, threshold and the session as filter', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    await index.search({ sessionId: 's', query: 'weather forecast', maxResults: 5 });
    expect(store.searches).toEqual([
      {
        query: 'weather forecast',
        topK: 5,
        similarityThreshold: 0.2,
        filterExpression: { type: 'EQ', key: 'sessionId', value: 's' },
      },
    ]);
  });

  it('[IX-V06b] asks for 10 without a number', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    await index.search({ sessionId: 's', query: 'weather' });
    expect(store.searches[0]?.topK).toBe(10);
  });

  it('[IX-V06c] filters by the session that asks', async () => {
    const { store, index } = setUp();
    await index.indexTool('A', WEATHER);
    await index.indexTool('B', STOCK);
    await index.search({ sessionId: 'A', query: 'x' });
    await index.search({ sessionId: 'B', query: 'x' });
    expect(store.searches.map(({ filterExpression }) => filterExpression)).toEqual([
      { type: 'EQ', key: 'sessionId', value: 'A' },
      { type: 'EQ', key: 'sessionId', value: 'B' },
    ]);
  });

  it('[IX-V07a] returns name, summary and the score of the store, 0 if there is none', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    const [document] = store.added[0] as [Document];
    store.answer = [document.withScore(0.92)];
    const search = async () => (await index.search({ sessionId: 's', query: 'x' })).toolReferences;
    expect(await search()).toEqual([{ ...WEATHER, relevanceScore: 0.92 }]);
    store.answer = [document];
    expect(await search()).toEqual([{ ...WEATHER, relevanceScore: 0 }]);
  });

  it('[IX-V07b] keeps the order of the store and tells how many there are', async () => {
    const { store, index } = setUp();
    await index.indexTools('s', [WEATHER, STOCK]);
    store.answer = [...(store.added[0] as readonly Document[])].reverse();
    const response = await index.search({ sessionId: 's', query: 'x' });
    expect(response.toolReferences.map(({ toolName }) => toolName)).toEqual(['stockTool', 'weatherTool']);
    expect(response.totalMatches).toBe(2);
    expect(response.searchMetadata).toMatchObject({ searchType: 'VectorToolIndex', query: 'x' });
  });

  it('[IX-V07c] finds nothing where the store does not', async () => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    store.answer = [];
    expect(await index.search({ sessionId: 's', query: 'x' })).toMatchObject({ toolReferences: [], totalMatches: 0 });
  });

  it.each([null, '', ' '])('[IX-V08a] [SX-17b] refuses to search for the session %j', async (sessionId) => {
    const { store, index } = setUp();
    await index.indexTool('s', WEATHER);
    expect(await index.search({ sessionId: sessionId as string, query: 'weather' })).toEqual({ toolReferences: [] });
    expect(store.searches).toEqual([]);
    expect(logs.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it('[SX-14] narrows by category, in the spelling of the tools', async () => {
    const { store, index } = setUp();
    const inMail = tool('weatherMail', 'Weather forecast by mail', { category: 'Mail' });
    await index.indexTools('s', [WEATHER, inMail]);
    expect(await namesFound(index, 's', 'weather forecast', 'mail')).toEqual(['weatherMail']);
    expect(store.searches[0]?.filterExpression).toEqual({
      type: 'AND',
      left: { type: 'EQ', key: 'sessionId', value: 's' },
      right: { type: 'EQ', key: 'category', value: 'Mail' },
    });
    expect(await namesFound(index, 's', 'weather forecast', 'unknown')).toEqual([]);
  });

  it('[IX-V09] embeds the words of the name, the description and the parameters', async () => {
    const { store, index } = setUp();
    await index.indexTool(
      's',
      tool('bookTrip', 'Reserves a seat', {
        parameters: [{ name: 'destinationAirport', description: 'IATA code' }, { name: 'seats' }],
        category: 'travel',
      }),
    );
    expect(store.added[0]?.[0]?.text).toBe(
      'book trip: Reserves a seat\nParameters: destination airport (IATA code), seats\nCategory: travel',
    );
  });

  it('[SX-02b] finds a tool by its parameters', async () => {
    const index = new VectorToolIndex(new SimpleVectorStore(new HashedWordsModel()));
    const trip = tool('bookTrip', 'Reserves a seat', {
      parameters: [{ name: 'destinationAirport', description: 'IATA code' }],
    });
    await index.indexTools('s', [STOCK, trip, EMAIL]);
    expect((await namesFound(index, 's', 'airport code'))[0]).toBe('bookTrip');
  });

  it('ends with the signal', async () => {
    const { index } = setUp();
    await index.indexTool('s', WEATHER);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(index.search({ sessionId: 's', query: 'x' }, signal)).rejects.toThrow('enough');
  });
});

describe('VectorToolIndex, one set of documents for many sessions', () => {
  const SET = Array.from({ length: 200 }, (_, n) => tool(`tool${n}`, `Does thing number ${n}`));

  it('[SX-01a] embeds the tools of 1,000 sessions once, and frees them with the last', async () => {
    const { store, index } = setUp();
    for (let n = 0; n < 1000; n++) await index.indexTools(`s${n}`, [...SET]);
    expect(store.added).toHaveLength(1);
    expect(store.model.embedded).toBe(200);
    await index.clearIndex('s0');
    expect(store.deleted).toEqual([]);
    expect(await namesFound(index, 's0', 'thing number 7')).toEqual([]);
    expect((await namesFound(index, 's999', 'thing number 7'))[0]).toBe('tool7');
    for (let n = 1; n < 1000; n++) await index.clearIndex(`s${n}`);
    expect(store.size).toBe(0);
  });

  it('adds only the difference for a session with one tool more', async () => {
    const { store, index } = setUp();
    await index.indexTools('A', SET);
    await index.indexTools('B', [...SET, WEATHER]);
    expect(store.added.map(({ length }) => length)).toEqual([200, 1]);
    expect((await namesFound(index, 'B', 'weather forecast for a city'))[0]).toBe('weatherTool');
    expect(store.searches.at(-1)?.filterExpression).toEqual({ type: 'IN', key: 'sessionId', values: ['A', 'B'] });
    expect(await namesFound(index, 'A', 'weather forecast for a city')).not.toContain('weatherTool');
    await index.clearIndex('A');
    expect((await namesFound(index, 'B', 'thing number 7'))[0]).toBe('tool7');
    await index.clearIndex('B');
    expect(store.size).toBe(0);
  });

  it('never lets a session search documents that bear its id but are of others', async () => {
    const { store, index } = setUp();
    await index.indexTools('A', [WEATHER]);
    await index.indexTools('B', [WEATHER]);
    await index.clearIndex('A');
    expect(await namesFound(index, 'A', 'weather')).toEqual([]);
    await index.indexTools('A', [STOCK]);
    const [document] = store.added.at(-1) as [Document];
    expect(document.metadata['sessionId']).toMatch(/^A#/);
    expect(await namesFound(index, 'A', 'weather forecast')).not.toContain('weatherTool');
    expect(await namesFound(index, 'B', 'shares prices')).not.toContain('stockTool');
  });

  it('drops what a store returns beyond the session', async () => {
    const { store, index } = setUp();
    await index.indexTools('A', [WEATHER]);
    await index.indexTools('B', [STOCK]);
    store.answer = store.added.flat().map((document) => document.withScore(0.9));
    expect(await namesFound(index, 'A', 'x')).toEqual(['weatherTool']);
    expect(await namesFound(index, 'B', 'x')).toEqual(['stockTool']);
  });

  it('does not take a failure of one session for good', async () => {
    const { store, index } = setUp();
    store.addFailure = new Error('down');
    const both = await Promise.allSettled([index.indexTools('A', SET), index.indexTools('B', SET)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.addFailure = undefined;
    await index.indexTools('C', SET);
    expect((await namesFound(index, 'C', 'thing number 7'))[0]).toBe('tool7');
  });
});
