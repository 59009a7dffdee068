import { describe, expect, it } from '@jest/globals';
import {
  KeywordToolIndex,
  LuceneToolIndex,
  RegexToolIndex,
  ToolIndex,
  type ToolReference,
  type ToolSearchResponse,
} from '@toolwright/tool-search';

const TOOLS: readonly ToolReference[] = [
  {
    toolName: 'getWeather',
    summary: 'Weather forecasts for a city',
    parameters: [
      { name: 'city', description: 'Name of the town' },
      { name: 'unit', enum: ['celsius'] },
    ],
    category: 'climate',
  },
  { toolName: 'sendEmail', summary: 'Send a message' },
];

async function explained(index: ToolIndex, query: string) {
  await index.indexTools('s', TOOLS);
  return index.explain({ sessionId: 's', query });
}

describe('explain', () => {
  it('tells the matched fields of a hit of the keyword index, other forms of the words included', async () => {
    const { searchType, query, totalMatches, hits } = await explained(
      new KeywordToolIndex(),
      'forecast celsius in town climate',
    );
    expect({ searchType, query, totalMatches }).toEqual({
      searchType: 'KeywordToolIndex',
      query: 'forecast celsius in town climate',
      totalMatches: 1,
    });
    expect(hits[0]?.toolReference).toMatchObject({ toolName: 'getWeather', relevanceScore: expect.any(Number) });
    expect(hits[0]?.matches).toEqual(
      expect.arrayContaining([
        { field: 'parameterDescription', words: ['town'] },
        { field: 'parameterEnum', words: ['celsius'] },
        { field: 'category', words: ['climate'] },
      ]),
    );
    expect(hits[0]?.matches.find(({ field }) => field === 'summary')?.words).toContain('forecasts');
  });

  it('tells that a pattern of names was found in the name', async () => {
    const { hits } = await explained(new KeywordToolIndex(), 'get*');
    expect(hits.map(({ matches }) => matches)).toEqual([[{ field: 'toolName', words: ['getweather'] }]]);
  });

  it('tells the words that the regex index found inside of others', async () => {
    const { searchType, hits } = await explained(new RegexToolIndex(), 'weather mail');
    expect(searchType).toBe('RegexToolIndex');
    expect(hits.map(({ toolReference, matches }) => [toolReference.toolName, matches])).toEqual([
      [
        'getWeather',
        [
          { field: 'toolName', words: ['weather'] },
          { field: 'summary', words: ['weather'] },
        ],
      ],
      ['sendEmail', [{ field: 'toolName', words: ['mail'] }]],
    ]);
  });

  it('tells the whole words that the lucene index found', async () => {
    const { searchType, hits } = await explained(new LuceneToolIndex(0), 'City message');
    expect(searchType).toBe('LuceneToolIndex');
    expect(new Map(hits.map(({ toolReference, matches }) => [toolReference.toolName, matches]))).toEqual(
      new Map([
        ['getWeather', [{ field: 'summary', words: ['city'] }]],
        ['sendEmail', [{ field: 'summary', words: ['message'] }]],
      ]),
    );
  });

  it('explains the search of an index of the user without fields', async () => {
    class Constant extends ToolIndex {
      override async indexTools(): Promise<void> {}
      override async clearIndex(): Promise<void> {}
      override async search(): Promise<ToolSearchResponse> {
        return { toolReferences: [{ toolName: 'a', summary: 'b' }] };
      }
    }
    expect(await explained(new Constant(), 'x')).toEqual({
      searchType: 'Constant',
      query: 'x',
      totalMatches: 1,
      hits: [{ toolReference: { toolName: 'a', summary: 'b' }, matches: [] }],
    });
  });

  it('finds nothing to explain in a session that is not known', async () => {
    const explanation = await new KeywordToolIndex().explain({ sessionId: 'unknown', query: 'x' });
    expect(explanation).toEqual({ searchType: 'KeywordToolIndex', query: 'x', totalMatches: 0, hits: [] });
  });
});
