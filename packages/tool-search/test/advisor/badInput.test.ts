import { describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { SimpleVectorStore, UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import {
  HybridToolIndex,
  KeywordToolIndex,
  LuceneToolIndex,
  RegexToolIndex,
  ToolSearchToolCallingAdvisor,
  VectorToolIndex,
} from '@toolwright/tool-search';
import { HashedWordsModel } from '../index/embeddings.js';
import { clothing, resultsIn, runTurn, TestTool, textOf, weather } from './harness.js';

const SEARCH = 'toolSearchTool';
const vector = () => new VectorToolIndex(new SimpleVectorStore(new HashedWordsModel()), 0);

describe.each([
  ['regex', () => new RegexToolIndex()],
  ['lucene', () => new LuceneToolIndex(0)],
  ['keyword', () => new KeywordToolIndex()],
  ['vector', vector],
  ['hybrid', () => new HybridToolIndex(new KeywordToolIndex(), vector())],
])('Bad input to a search of the index %s', (_name, index) => {
  /** What the model is answered; the turn must go on and end. */
  async function answerTo(args: unknown): Promise<string | undefined> {
    const model = new ScriptedChatModel([toolCall(SEARCH, args), 'Done.']);
    const logs = RecordingLogProvider.install();
    try {
      const responses = await runTurn(ToolSearchToolCallingAdvisor.builder().toolIndex(index()).build(), model, {
        messages: [new UserMessage('hi')],
        tools: [weather(), clothing(), new TestTool('readMail', 'Read a letter', { category: 'mail' })],
      });
      expect(textOf(responses)).toBe('Done.');
      return resultsIn(model.prompts[1])[0];
    } finally {
      logs.uninstall();
    }
  }

  it.each([{ query: '' }, { query: ' \n\t' }, {}, { query: null }, { query: 7 }, { query: ['weather'] }])(
    'asks for a query: %j',
    async (args) => {
      expect(await answerTo(args)).toMatch(/^A query is needed: call 'toolSearchTool' with a 'query'/);
    },
  );

  it.each([
    ['of words', 'weather for a city '.repeat(5300)],
    ['of one word', 'w'.repeat(100_000)],
    ['of signs', '(a+)+$*?[]{}\\^|.'.repeat(6250)],
    ['of Korean', '날씨예보'.repeat(25_000)],
    ['of broken text', '\ud800\u0000\u202e'.repeat(33_000)],
  ])('answers a query of 100 kB %s in a short text', async (_kind, query) => {
    const answer = await answerTo({ query });
    expect(answer).toMatch(/^(\[|No tool matches the query)/);
    expect(answer?.length).toBeLessThan(1000);
  });

  it.each([
    [0, 1],
    [-1, 1],
    [1e9, 2],
    ['five', 2],
    [null, 2],
  ])('takes the nearest possible number for maxResults %j', async (maxResults, most) => {
    const names: unknown = JSON.parse((await answerTo({ query: 'get weather clothing', maxResults })) ?? '');
    expect((names as string[]).length).toBeGreaterThanOrEqual(Math.min(most, 1));
    if (maxResults === 0 || maxResults === -1) expect(names).toHaveLength(1);
  });

  it.each(['nowhere', '__proto__', ' '.repeat(5) + 'Nowhere'])(
    'names the categories for %j',
    async (categoryFilter) => {
      expect(await answerTo({ query: 'get weather', categoryFilter })).toBe(
        `There is no category '${categoryFilter.trim()}'. The categories are: mail. Search again with one of them, or with none.`,
      );
    },
  );

  it.each([7, {}, [], ''])('takes no category from %j', async (categoryFilter) => {
    expect(await answerTo({ query: 'weather', categoryFilter })).toContain('"weather"');
  });
});
