import { describe, expect, it } from '@jest/globals';
import { SimpleVectorStore } from '@toolwright/model';
import {
  HybridToolIndex,
  KeywordToolIndex,
  LuceneToolIndex,
  RegexToolIndex,
  type ToolIndex,
  type ToolReference,
  VectorToolIndex,
} from '@toolwright/tool-search';
import fc from 'fast-check';
import { HashedWordsModel } from './embeddings.js';

const numbered = (from: number, to: number): readonly ToolReference[] =>
  Array.from({ length: to - from }, (_, n) => ({
    toolName: `tool${from + n}`,
    summary: `Does the thing ${from + n} of the warehouse`,
  }));

const WEATHER: ToolReference = { toolName: 'weather', summary: 'Rain and wind', category: 'outdoors' };
const SHIPS: ToolReference = { toolName: 'ships', summary: 'Vessels at sea' };
const BASE = numbered(0, 100);

const found = async (index: ToolIndex, sessionId: string, query: string, categoryFilter: string | null = null) =>
  (await index.search({ sessionId, query, categoryFilter })).toolReferences.map(({ toolName }) => toolName);

describe('A session with some tools more than another', () => {
  it('finds both, and the other one finds its own only', async () => {
    const index = new KeywordToolIndex();
    await index.indexTools('plain', BASE);
    expect(await found(index, 'plain', 'rain')).toEqual([]);
    await index.indexTools('more', [WEATHER, ...BASE, SHIPS]);
    expect(await found(index, 'more', 'rain')).toEqual(['weather']);
    expect(await found(index, 'more', 'vessels')).toEqual(['ships']);
    expect((await found(index, 'more', 'thing 42'))[0]).toBe('tool42');
    expect(await found(index, 'more', 'wea*')).toEqual(['weather']);
    expect(await found(index, 'more', 'rain thing 42', 'outdoors')).toEqual(['weather']);
    expect(await found(index, 'plain', 'rain')).toEqual([]);
    expect([index.size('plain'), index.size('more')]).toEqual([100, 102]);
    const { hits } = await index.explain({ sessionId: 'more', query: 'rain' });
    expect(hits[0]?.matches).toContainEqual({ field: 'summary', words: ['rain'] });
  });

  it('ranks its own tools by the same scale', async () => {
    const index = new KeywordToolIndex();
    await index.indexTools('plain', BASE);
    await found(index, 'plain', 'thing');
    await index.indexTools('more', [...BASE, { toolName: 'tool7again', summary: 'Does the thing 7 of the warehouse' }]);
    const search = async (sessionId: string) =>
      (await index.search({ sessionId, query: 'thing 7 of the warehouse' })).toolReferences;
    const [first, second] = await search('more');
    expect(new Set([first?.toolName, second?.toolName])).toEqual(new Set(['tool7', 'tool7again']));
    expect((second?.relevanceScore ?? 0) / (first?.relevanceScore ?? 1)).toBeGreaterThan(0.7);
  });

  it('keeps what it extends when the other session is gone, and frees it at the end', async () => {
    const index = new KeywordToolIndex();
    await index.indexTools('plain', BASE);
    await found(index, 'plain', 'thing');
    await index.indexTools('more', [...BASE, WEATHER]);
    await found(index, 'more', 'thing');
    expect(index.preparedSets).toBe(2);
    await index.clearIndex('plain');
    expect((await found(index, 'more', 'thing 42'))[0]).toBe('tool42');
    expect(await found(index, 'plain', 'thing 42')).toEqual([]);
    await index.clearIndex('more');
    expect(index.preparedSets).toBe(0);
  });

  it('shares what it has in common with sessions that each have a tool of their own', async () => {
    const index = new KeywordToolIndex();
    for (let user = 0; user < 20; user++) {
      await index.indexTools(`u${user}`, [...BASE, { toolName: `own${user}`, summary: `Secret of user ${user}` }]);
      expect((await found(index, `u${user}`, 'secret'))[0]).toBe(`own${user}`);
    }
    // The first as a whole, what all have in common, and a tool for each of the others.
    expect(index.preparedSets).toBe(21);
    for (let user = 0; user < 20; user++) await index.clearIndex(`u${user}`);
    expect(index.preparedSets).toBe(0);
  });

  it('gains a tool later', async () => {
    const index = new KeywordToolIndex();
    await index.indexTools('plain', BASE);
    await index.indexTools('more', [...BASE, WEATHER]);
    await found(index, 'plain', 'thing');
    await found(index, 'more', 'thing');
    await index.indexTool('more', SHIPS);
    expect(await found(index, 'more', 'vessels rain')).toEqual(expect.arrayContaining(['ships', 'weather']));
    expect(index.size('more')).toBe(102);
  });
});

describe.each([
  ['RegexToolIndex', () => new RegexToolIndex()],
  ['LuceneToolIndex', () => new LuceneToolIndex(0)],
  ['KeywordToolIndex', () => new KeywordToolIndex()],
  ['VectorToolIndex', () => new VectorToolIndex(new SimpleVectorStore(new HashedWordsModel()), 0)],
  [
    'HybridToolIndex',
    () =>
      new HybridToolIndex(
        new KeywordToolIndex(),
        new VectorToolIndex(new SimpleVectorStore(new HashedWordsModel()), 0),
      ),
  ],
])('%s', (_name, create) => {
  const sets: readonly (readonly ToolReference[])[] = [
    BASE.slice(0, 60),
    [...BASE.slice(0, 60), WEATHER],
    [SHIPS, ...BASE.slice(0, 60)],
    BASE.slice(5, 62),
    [WEATHER],
    numbered(200, 203),
    [],
  ];
  const step = fc.record({
    session: fc.constantFrom('A', 'B', 'C', 'A#1'),
    set: fc.nat(sets.length - 1),
    action: fc.constantFrom('replace', 'replace', 'clear', 'search', 'search'),
  });
  const query = 'the thing 7 of the warehouse, rain and vessels';

  it('[SA-09] never shows a session the tools of another, whatever the sessions do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const index = create();
        const known = new Map<string, readonly ToolReference[]>();
        for (const { session, set, action } of steps) {
          if (action !== 'search') {
            await index.clearIndex(session);
            known.delete(session);
          }
          if (action === 'replace') {
            await index.indexTools(session, sets[set] ?? []);
            known.set(session, sets[set] ?? []);
          }
          const { toolReferences } = await index.search({ sessionId: session, query, maxResults: 200 });
          const own = new Set((known.get(session) ?? []).map(({ toolName }) => toolName));
          expect(toolReferences.map(({ toolName }) => toolName).filter((name) => !own.has(name))).toEqual([]);
          if (own.has('tool7') || own.has('weather') || own.has('ships')) expect(toolReferences).not.toEqual([]);
        }
        for (const [session, tools] of known) {
          const { toolReferences } = await index.search({ sessionId: session, query, maxResults: 200 });
          const own = new Set(tools.map(({ toolName }) => toolName));
          expect(toolReferences.every(({ toolName }) => own.has(toolName))).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});
