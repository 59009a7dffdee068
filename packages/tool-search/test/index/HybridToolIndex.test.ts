import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { SimpleVectorStore } from '@toolwright/model';
import {
  HybridToolIndex,
  type HybridToolIndexOptions,
  KeywordToolIndex,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
  VectorToolIndex,
} from '@toolwright/tool-search';
import { HashedWordsModel } from './embeddings.js';

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => logs.uninstall());

const tool = (toolName: string, summary = toolName): ToolReference => ({ toolName, summary });

/** Ranks the same tools for every query. */
class Ranking extends ToolIndex {
  readonly requests: ToolSearchRequest[] = [];
  readonly cleared: string[] = [];

  constructor(readonly names: readonly string[]) {
    super();
  }

  override async indexTools(): Promise<void> {}
  override async clearIndex(sessionId: string): Promise<void> {
    this.cleared.push(sessionId);
  }
  override async search(request: ToolSearchRequest): Promise<ToolSearchResponse> {
    this.requests.push(request);
    return {
      toolReferences: this.names.slice(0, request.maxResults ?? 10).map((name) => tool(name)),
      totalMatches: this.names.length,
      searchMetadata: { searchType: 'Ranking', query: request.query },
    };
  }
}

const joined = async (words: readonly string[], meaning: readonly string[], options?: HybridToolIndexOptions) => {
  const index = new HybridToolIndex(new Ranking(words), new Ranking(meaning), options);
  return index.search({ sessionId: 's', query: 'q' });
};

function offline() {
  const model = new HashedWordsModel();
  return {
    model,
    index: new HybridToolIndex(new KeywordToolIndex(), new VectorToolIndex(new SimpleVectorStore(model))),
  };
}

describe('HybridToolIndex', () => {
  it('[SX-18] joins the two rankings by reciprocal rank', async () => {
    const { toolReferences, totalMatches, searchMetadata } = await joined(['a', 'b', 'c'], ['c', 'a', 'd']);
    expect(toolReferences.map(({ toolName, relevanceScore }) => [toolName, relevanceScore])).toEqual([
      ['a', 1 / 6 + 0.4 / 7],
      ['c', 1 / 8 + 0.4 / 6],
      ['b', 1 / 7],
      ['d', 0.4 / 8],
    ]);
    expect(totalMatches).toBe(4);
    expect(searchMetadata).toMatchObject({ searchType: 'HybridToolIndex', query: 'q' });
  });

  it('weighs the ranking by meaning and the first places as it is told', async () => {
    const { toolReferences } = await joined(['a', 'b'], ['b'], { rankConstant: 1, vectorWeight: 0.2 });
    expect(toolReferences.map(({ toolName, relevanceScore }) => [toolName, relevanceScore])).toEqual([
      ['a', 1 / 2],
      ['b', 1 / 3 + 0.2 / 2],
    ]);
  });

  it('asks both for more than it returns, so that agreement further down counts', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `tool${n}`);
    const words = new Ranking(names);
    const meaning = new Ranking([...names].reverse());
    const index = new HybridToolIndex(words, meaning);
    const { toolReferences } = await index.search({ sessionId: 's', query: 'q', maxResults: 2, categoryFilter: 'x' });
    expect(toolReferences).toHaveLength(2);
    expect(words.requests).toEqual([{ sessionId: 's', query: 'q', maxResults: 50, categoryFilter: 'x' }]);
    expect(meaning.requests).toEqual(words.requests);
  });

  it('[SX-18] searches by words when embedding fails, and warns once', async () => {
    const { model, index } = offline();
    await index.indexTools('s', [tool('weather', 'Get the forecast'), tool('email', 'Send a message')]);
    model.failure = new Error('no connection');
    for (let n = 0; n < 3; n++) {
      const { toolReferences } = await index.search({ sessionId: 's', query: 'forecast' });
      expect(toolReferences.map(({ toolName }) => toolName)).toEqual(['weather']);
    }
    expect(logs.entries.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'Tools are searched by words alone, because the search by meaning fails.'],
    ]);
  });

  it('[SX-18] warns again when it has worked in between', async () => {
    const { model, index } = offline();
    await index.indexTools('s', [tool('weather', 'Get the forecast')]);
    for (const failure of [new Error('1'), undefined, new Error('2')]) {
      model.failure = failure;
      await index.search({ sessionId: 's', query: 'forecast' });
    }
    expect(logs.entries).toHaveLength(2);
  });

  it('[SX-18] indexes by words alone when embedding fails, and by both the next time', async () => {
    const { model, index } = offline();
    const tools = [tool('weather', 'Get the forecast')];
    model.failure = new Error('no connection');
    await index.indexTools('s', tools);
    const search = async () => (await index.search({ sessionId: 's', query: 'forecast' })).toolReferences;
    expect((await search())[0]?.relevanceScore).toBe(1 / 6);
    model.failure = undefined;
    await index.clearIndex('s');
    await index.indexTools('s', tools);
    expect((await search())[0]?.relevanceScore).toBe(1 / 6 + 0.4 / 6);
  });

  it('ends with the signal instead of falling back', async () => {
    const { index } = offline();
    await index.indexTools('s', [tool('weather')]);
    const controller = new AbortController();
    const search = index.search({ sessionId: 's', query: 'weather' }, controller.signal);
    controller.abort(new Error('enough'));
    await expect(search).rejects.toThrow('enough');
    expect(logs.entries).toEqual([]);
  });

  it('forgets a session in both', async () => {
    const words = new Ranking([]);
    const meaning = new Ranking([]);
    await new HybridToolIndex(words, meaning).clearIndex('s');
    expect([words.cleared, meaning.cleared]).toEqual([['s'], ['s']]);
  });

  it('finds nothing in a session that is not known', async () => {
    expect(await offline().index.search({ sessionId: 'unknown', query: 'x' })).toEqual({ toolReferences: [] });
  });

  it.each([
    ['[NT-08a]', '날씨 예보', '도시의 날씨 예보를 조회'],
    ['[NT-08b]', '天気予報', '都市の天気予報を調べる'],
  ])('%s finds %s first', async (_id, query, summary) => {
    const { index } = offline();
    const others = Array.from({ length: 20 }, (_, n) =>
      tool(`tool${n}`, query === '날씨 예보' ? `사용자의 주문 ${n}번을 처리` : `注文${n}番を処理する`),
    );
    await index.indexTools('s', [...others, tool('forecast', summary)]);
    const { toolReferences } = await index.search({ sessionId: 's', query });
    expect(toolReferences[0]?.toolName).toBe('forecast');
  });

  it('explains where the words were found', async () => {
    const { index } = offline();
    await index.indexTools('s', [tool('weather', 'Get the forecast')]);
    const { searchType, hits } = await index.explain({ sessionId: 's', query: 'forecast' });
    expect(searchType).toBe('HybridToolIndex');
    expect(hits[0]?.matches).toContainEqual({ field: 'summary', words: ['forecast'] });
  });

  it.each([
    [{ rankConstant: 0 }, 'rankConstant must be positive'],
    [{ candidates: 0.5 }, 'candidates must be a positive integer'],
    [{ vectorWeight: -1 }, 'vectorWeight must not be negative'],
  ])('refuses %j', (options, message) => {
    expect(() => new HybridToolIndex(new Ranking([]), new Ranking([]), options)).toThrow(message);
  });

  it('needs both indexes', () => {
    expect(() => new HybridToolIndex(null as never, new Ranking([]))).toThrow('keywordIndex must not be null');
    expect(() => new HybridToolIndex(new Ranking([]), null as never)).toThrow('vectorIndex must not be null');
  });
});
