import { describe, expect, it } from '@jest/globals';
import {
  Document,
  EMPTY_USAGE,
  EmbeddingModel,
  type EmbeddingModelRunOptions,
  type EmbeddingRequest,
  type EmbeddingResponse,
  type FilterExpression,
  matchesFilter,
  SimpleVectorStore,
} from '@toolwright/model';

/** One number for each letter from a to d. */
class LetterModel extends EmbeddingModel {
  readonly requests: (readonly string[])[] = [];

  override async call({ inputs }: EmbeddingRequest, options?: EmbeddingModelRunOptions): Promise<EmbeddingResponse> {
    options?.signal?.throwIfAborted();
    this.requests.push(inputs);
    const results = inputs.map((text, index) => ({
      index,
      output: Float32Array.from('abcd', (letter) => text.split(letter).length - 1),
    }));
    return { results, metadata: { model: 'letters', usage: EMPTY_USAGE } };
  }
}

const documents = (...texts: string[]): Document[] =>
  texts.map((text, at) => new Document({ id: text, text, metadata: { place: at, first: text.charAt(0) } }));

describe('EmbeddingModel', () => {
  it('embeds a text, a document and a list, and nothing without asking', async () => {
    const model = new LetterModel();
    expect([...(await model.embed('aab'))]).toEqual([2, 1, 0, 0]);
    expect([...(await model.embed(new Document({ text: 'd' })))]).toEqual([0, 0, 0, 1]);
    expect((await model.embed(['a', 'b'])).map((vector) => [...vector])).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ]);
    expect(await model.embed([])).toEqual([]);
    expect(model.requests).toEqual([['aab'], ['d'], ['a', 'b']]);
    expect(await model.dimensions()).toBe(4);
  });
});

describe('Document', () => {
  it('is frozen, with an id of its own unless it is given one', () => {
    const document = new Document({ text: 'a', metadata: { x: 1 } });
    expect(document.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(document.id).not.toBe(new Document({ text: 'a' }).id);
    expect(document.score).toBeNull();
    expect(Object.isFrozen(document) && Object.isFrozen(document.metadata)).toBe(true);
    expect(document.withScore(0.5)).toEqual({ id: document.id, text: 'a', metadata: { x: 1 }, score: 0.5 });
  });
});

describe('SimpleVectorStore', () => {
  it('needs a model', () => {
    expect(() => new SimpleVectorStore(null as never)).toThrow('EmbeddingModel must not be null');
  });

  it('finds the nearest documents, nearest first, with the cosine as score', async () => {
    const store = new SimpleVectorStore(new LetterModel());
    await store.add(documents('a', 'ab', 'b', 'c', 'abb'));
    const found = await store.similaritySearch({ query: 'a' });
    expect(found.map(({ id }) => id)).toEqual(['a', 'ab', 'abb', 'b']);
    expect(found[0]?.score).toBe(1);
    expect(found[1]?.score).toBeCloseTo(Math.SQRT1_2, 6);
    expect(found[3]?.score).toBe(0);
  });

  it('returns at most topK of those that reach the threshold and meet the filter', async () => {
    const store = new SimpleVectorStore(new LetterModel());
    await store.add(documents('a', 'ab', 'ba', 'b'));
    const ids = async (request: object) =>
      (await store.similaritySearch({ query: 'a', ...request })).map(({ id }) => id);
    expect(await ids({ topK: 1 })).toEqual(['a']);
    expect(await ids({ similarityThreshold: 0.5 })).toEqual(['a', 'ab', 'ba']);
    expect(await ids({ filterExpression: { type: 'EQ', key: 'first', value: 'b' } })).toEqual(['ba', 'b']);
  });

  it('replaces a document of the same id, and embeds a batch at once', async () => {
    const model = new LetterModel();
    const store = new SimpleVectorStore(model);
    await store.add([new Document({ id: '1', text: 'a' }), new Document({ id: '2', text: 'b' })]);
    await store.add([new Document({ id: '1', text: 'c' })]);
    await store.add([]);
    expect(model.requests).toEqual([['a', 'b'], ['c']]);
    expect((await store.similaritySearch({ query: 'c', topK: 1 }))[0]?.text).toBe('c');
    expect(store.size).toBe(2);
  });

  it('deletes by ids, known or not, and by a condition', async () => {
    const store = new SimpleVectorStore(new LetterModel());
    await store.add(documents('a', 'ab', 'b'));
    await store.delete(['a', 'unknown']);
    expect(store.size).toBe(2);
    await store.delete({ type: 'EQ', key: 'first', value: 'b' });
    expect((await store.similaritySearch({ query: 'a' })).map(({ id }) => id)).toEqual(['ab']);
  });

  it('refuses limits that make no sense, and ends with the signal', async () => {
    const store = new SimpleVectorStore(new LetterModel());
    await expect(store.similaritySearch({ query: 'a', topK: 0 })).rejects.toThrow('topK must be a positive integer');
    await expect(store.similaritySearch({ query: 'a', similarityThreshold: 1.1 })).rejects.toThrow(
      'similarityThreshold must be between 0 and 1',
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(store.similaritySearch({ query: 'a' }, { signal })).rejects.toThrow('enough');
  });

  it('gives a vector of zeros no direction', async () => {
    const store = new SimpleVectorStore(new LetterModel());
    await store.add(documents('xyz'));
    expect((await store.similaritySearch({ query: 'a' })).map(({ score }) => score)).toEqual([0]);
  });
});

describe('matchesFilter', () => {
  const document = new Document({ text: '', metadata: { n: 5, s: 'b', yes: true } });
  const matches = (filter: FilterExpression) => matchesFilter(document, filter);
  const TRUE: FilterExpression = { type: 'EQ', key: 's', value: 'b' };
  const FALSE: FilterExpression = { type: 'EQ', key: 's', value: 'c' };

  it.each([
    [{ type: 'EQ', key: 'n', value: 5 }, true],
    [{ type: 'EQ', key: 'n', value: '5' }, false],
    [{ type: 'NE', key: 'n', value: 5 }, false],
    [{ type: 'NE', key: 'missing', value: 5 }, true],
    [{ type: 'EQ', key: 'toString', value: 'x' }, false],
    [{ type: 'GT', key: 'n', value: 5 }, false],
    [{ type: 'GTE', key: 'n', value: 5 }, true],
    [{ type: 'LT', key: 's', value: 'c' }, true],
    [{ type: 'LTE', key: 'n', value: 4 }, false],
    [{ type: 'LT', key: 'n', value: 'c' }, false],
    [{ type: 'GT', key: 'missing', value: 1 }, false],
    [{ type: 'IN', key: 's', values: ['a', 'b'] }, true],
    [{ type: 'NIN', key: 's', values: ['a', 'b'] }, false],
    [{ type: 'NIN', key: 'missing', values: ['a'] }, true],
    [{ type: 'AND', left: TRUE, right: FALSE }, false],
    [{ type: 'OR', left: FALSE, right: TRUE }, true],
    [{ type: 'NOT', operand: FALSE }, true],
  ] satisfies [FilterExpression, boolean][])('%j: %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });
});
