import { describe, expect, it } from '@jest/globals';
import type { EmbeddingModelV2, EmbeddingModelV3 } from '@ai-sdk/provider';
import { AiSdkEmbeddingModel, ModelRequestException, ModelResponseException, RequestPolicy } from '@toolwright/models';

interface Parts {
  readonly most?: number;
  readonly parallel?: boolean;
  readonly answer?: (values: readonly string[]) => number[][];
}

/** Embeds a text as its length; notes the requests, and how many ran at the same time. */
class LengthModel implements EmbeddingModelV3 {
  readonly specificationVersion = 'v3';
  readonly provider = 'test';
  readonly modelId = 'length-1';
  readonly maxEmbeddingsPerCall: number | undefined;
  readonly supportsParallelCalls: boolean;
  readonly requests: Parameters<EmbeddingModelV3['doEmbed']>[0][] = [];
  running = 0;
  mostRunning = 0;
  readonly #answer: NonNullable<Parts['answer']>;

  constructor({ most, parallel = false, answer }: Parts = {}) {
    this.maxEmbeddingsPerCall = most;
    this.supportsParallelCalls = parallel;
    this.#answer = answer ?? ((values) => values.map((value) => [value.length, 0.5]));
  }

  async doEmbed(options: Parameters<EmbeddingModelV3['doEmbed']>[0]) {
    this.requests.push(options);
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    await new Promise((done) => setImmediate(done));
    this.running -= 1;
    return { embeddings: this.#answer(options.values), usage: { tokens: options.values.length }, warnings: [] };
  }
}

const once = new RequestPolicy({ retry: { maxAttempts: 1 } });

describe('AiSdkEmbeddingModel', () => {
  it('embeds texts and counts tokens', async () => {
    const { results, metadata } = await new AiSdkEmbeddingModel(new LengthModel()).call({ inputs: ['a', 'abc'] });
    expect(results).toEqual([
      { index: 0, output: Float32Array.from([1, 0.5]) },
      { index: 1, output: Float32Array.from([3, 0.5]) },
    ]);
    expect(metadata).toMatchObject({ model: 'length-1', usage: { promptTokens: 2, totalTokens: 2 } });
  });

  it.each([
    [false, 1],
    [true, 4],
  ])('sends a long list in parts, in parallel: %s', async (parallel, expected) => {
    const provider = new LengthModel({ most: 3, parallel });
    const texts = Array.from({ length: 20 }, (_, n) => 'x'.repeat(n));
    const vectors = await new AiSdkEmbeddingModel(provider).embed(texts);
    expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
    expect(provider.requests.map(({ values }) => values.length)).toEqual([3, 3, 3, 3, 3, 3, 2]);
    expect(provider.mostRunning).toBe(expected);
  });

  it('gives the other parts up when one fails', async () => {
    const provider = new LengthModel({
      most: 1,
      parallel: true,
      answer: ([text]) => {
        if (text === 'broken') throw new RangeError('broken');
        throw Object.assign(new Error('busy'), { name: 'AI_APICallError', statusCode: 503, isRetryable: true });
      },
    });
    const policy = new RequestPolicy({ retry: { initialInterval: 20 } });
    const running = new AiSdkEmbeddingModel(provider, { policy }).embed(['busy', 'broken']);
    await expect(running).rejects.toThrow('broken');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(provider.requests).toHaveLength(2);
  });

  it('asks nothing for no texts', async () => {
    const provider = new LengthModel();
    expect((await new AiSdkEmbeddingModel(provider).call({ inputs: [] })).results).toEqual([]);
    expect(provider.requests).toEqual([]);
  });

  it('sends the options of the provider', async () => {
    const provider = new LengthModel();
    const providerOptions = { openai: { dimensions: 512 } };
    await new AiSdkEmbeddingModel(provider, { providerOptions }).embed('a');
    expect(provider.requests[0]?.providerOptions).toEqual(providerOptions);
  });

  it('takes models of the specifications V2 and V4, and no others', async () => {
    const base = new LengthModel();
    const of = (specificationVersion: string) =>
      ({
        specificationVersion,
        provider: 'test',
        modelId: 'length-1',
        maxEmbeddingsPerCall: Promise.resolve(2),
        supportsParallelCalls: Promise.resolve(true),
        doEmbed: base.doEmbed.bind(base),
      }) as unknown as EmbeddingModelV2<string>;
    for (const version of ['v2', 'v4']) {
      expect(await new AiSdkEmbeddingModel(of(version)).embed(['a', 'b', 'c'])).toHaveLength(3);
    }
    expect(() => new AiSdkEmbeddingModel(of('v1'))).toThrow("'length-1' follows the specification 'v1'");
    expect(() => new AiSdkEmbeddingModel(null as never)).toThrow('model cannot be null');
  });

  it('refuses an answer with another number of vectors', async () => {
    const model = new AiSdkEmbeddingModel(new LengthModel({ answer: () => [[1]] }), { policy: once });
    const error: unknown = await model.embed(['a', 'b']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelResponseException);
    expect((error as Error).message).toContain('it has 1 vectors for 2 texts');
  });

  it('reports what the provider refuses', async () => {
    const refusal = Object.assign(new Error('no such key'), {
      name: 'AI_APICallError',
      statusCode: 401,
      isRetryable: false,
    });
    const provider = new LengthModel({
      answer: () => {
        throw refusal;
      },
    });
    await expect(new AiSdkEmbeddingModel(provider).embed('a')).rejects.toBeInstanceOf(ModelRequestException);
  });

  it('ends with the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(new AiSdkEmbeddingModel(new LengthModel()).embed('a', { signal })).rejects.toThrow('enough');
  });

  it.each([{ model: 'other' }, { dimensions: 8 }])('refuses the options %j', async (options) => {
    const model = new AiSdkEmbeddingModel(new LengthModel());
    await expect(model.call({ inputs: ['a'], options })).rejects.toThrow('cannot embed as another model');
    await expect(model.call({ inputs: ['a'], options: { model: 'length-1' } })).resolves.toBeDefined();
  });
});
