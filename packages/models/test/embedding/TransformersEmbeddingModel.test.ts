import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TransformersEmbeddingModel, type TransformersPackage } from '@toolwright/models';

/** Stands for the package: embeds a text as its length and its place in the batch. */
class FakePackage implements TransformersPackage {
  readonly opened: (readonly unknown[])[] = [];
  readonly batches: (readonly [readonly string[], unknown])[] = [];
  failure: Error | undefined;
  running = 0;

  async pipeline(...args: Parameters<TransformersPackage['pipeline']>) {
    await Promise.resolve();
    this.opened.push(args);
    if (this.failure) throw this.failure;
    return async (texts: string[], options: unknown) => {
      expect(++this.running).toBe(1);
      this.batches.push([texts, options]);
      await new Promise((done) => setImmediate(done));
      this.running -= 1;
      return { dims: [texts.length, 2], data: Float32Array.from(texts.flatMap((text, at) => [text.length, at])) };
    };
  }
}

describe('TransformersEmbeddingModel', () => {
  it('embeds with the model in the folder, which is opened once and never downloaded', async () => {
    const transformers = new FakePackage();
    const model = new TransformersEmbeddingModel('models/small', { load: async () => transformers });
    expect(transformers.opened).toEqual([]);
    const { results, metadata } = await model.call({ inputs: ['a', 'abc'] });
    await model.embed('b');
    expect(results).toEqual([
      { index: 0, output: Float32Array.from([1, 0]) },
      { index: 1, output: Float32Array.from([3, 1]) },
    ]);
    expect(metadata.model).toBe(resolve('models/small'));
    expect(transformers.opened).toEqual([
      ['feature-extraction', resolve('models/small'), { dtype: 'q8', local_files_only: true }],
    ]);
    expect(transformers.batches[0]).toEqual([['a', 'abc'], { pooling: 'mean', normalize: true }]);
  });

  it('embeds in batches, one at a time, as it is told', async () => {
    const transformers = new FakePackage();
    const options = { load: async () => transformers, batchSize: 2, pooling: 'cls', dtype: 'fp32' } as const;
    const model = new TransformersEmbeddingModel('m', options);
    const [first] = await Promise.all([model.embed(['1', '22', '333', '4444', '5']), model.embed(['6'])]);
    expect(first.map(([length]) => length)).toEqual([1, 2, 3, 4, 1]);
    expect(transformers.batches.map(([texts]) => texts.length).sort()).toEqual([1, 1, 2, 2]);
    expect(transformers.batches[0]?.[1]).toEqual({ pooling: 'cls', normalize: true });
    expect(transformers.opened[0]?.[2]).toMatchObject({ dtype: 'fp32' });
  });

  it('names the folder that has no model, and looks again the next time', async () => {
    const transformers = new FakePackage();
    const model = new TransformersEmbeddingModel('empty', { load: async () => transformers });
    transformers.failure = new Error('file was not found locally at "empty/config.json".');
    await expect(model.embed('a')).rejects.toThrow(`The folder '${resolve('empty')}' has no embedding model`);
    transformers.failure = undefined;
    expect([...(await model.embed('a'))]).toEqual([1, 0]);
  });

  it('tells how to install the package where it is missing', async () => {
    await expect(new TransformersEmbeddingModel('m').embed('a')).rejects.toThrow(
      'TransformersEmbeddingModel needs the package @huggingface/transformers, which is not installed. ' +
        'Run: npm install @huggingface/transformers',
    );
  });

  it('ends with the signal, also between batches', async () => {
    const transformers = new FakePackage();
    const model = new TransformersEmbeddingModel('m', { load: async () => transformers, batchSize: 1 });
    const controller = new AbortController();
    const embedding = model.embed(['a', 'b', 'c'], { signal: controller.signal });
    setImmediate(() => {
      controller.abort(new Error('enough'));
    });
    await expect(embedding).rejects.toThrow('enough');
    expect(transformers.batches.length).toBeLessThan(3);
    await expect(model.embed('a', { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('refuses what makes no sense', () => {
    expect(() => new TransformersEmbeddingModel(' ')).toThrow('folder cannot be null or empty');
    expect(() => new TransformersEmbeddingModel('m', { batchSize: 0 })).toThrow('batchSize must be at least 1');
  });
});
