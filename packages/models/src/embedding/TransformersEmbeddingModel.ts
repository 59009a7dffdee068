import { resolve } from 'node:path';
import { IllegalStateException, requireArgument, requireText } from '@toolwright/core';
import {
  EMPTY_USAGE,
  EmbeddingModel,
  type EmbeddingModelRunOptions,
  type EmbeddingRequest,
  type EmbeddingResponse,
} from '@toolwright/model';

/** Not a literal type: the package is an optional peer, which the compiler must not look for. */
const PACKAGE: string = '@huggingface/transformers';

/** How a {@link TransformersEmbeddingModel} embeds. */
export interface TransformersEmbeddingModelOptions {
  /** How the vectors of the words become one; default `mean`. */
  readonly pooling?: 'mean' | 'cls';
  /** Which file of weights: `fp32` is `onnx/model.onnx`, `q8` is `onnx/model_quantized.onnx`. Default `q8`. */
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'q4';
  /** Texts that are embedded in one step, at least 1; default 32. */
  readonly batchSize?: number;
  /** Loads the package; default `import('@huggingface/transformers')`. */
  readonly load?: () => Promise<TransformersPackage>;
}

/** What is used of `@huggingface/transformers`, versions 3 and 4. */
export interface TransformersPackage {
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { readonly dtype: string; readonly local_files_only: true },
  ): Promise<FeatureExtraction>;
}

/** The pipeline of transformers.js that turns texts into vectors. */
export type FeatureExtraction = (
  texts: string[],
  options: { readonly pooling: 'mean' | 'cls'; readonly normalize: true },
) => Promise<{ readonly dims: readonly number[]; readonly data: ArrayLike<number> }>;

/**
 * Embeds texts in this process with transformers.js and a model in a local folder; nothing is ever downloaded. The folder
 * is that of a model on a hub with ONNX weights: `config.json`, `tokenizer.json`, `tokenizer_config.json` and
 * `onnx/model_quantized.onnx`. Package and weights are loaded at the first request. Vectors have the length 1.
 */
export class TransformersEmbeddingModel extends EmbeddingModel {
  /** Absolute path of the model's folder. */
  readonly folder: string;
  readonly #pooling: 'mean' | 'cls';
  readonly #dtype: string;
  readonly #batchSize: number;
  readonly #load: () => Promise<TransformersPackage>;
  #extraction: Promise<FeatureExtraction> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws {IllegalArgumentException} `folder cannot be null or empty`, `batchSize must be at least 1` */
  constructor(folder: string, options: TransformersEmbeddingModelOptions = {}) {
    super();
    this.folder = resolve(requireText(folder, 'folder cannot be null or empty'));
    const { pooling = 'mean', dtype = 'q8', batchSize = 32, load = loadPackage } = options;
    requireArgument(Number.isInteger(batchSize) && batchSize >= 1, 'batchSize must be at least 1');
    this.#pooling = pooling;
    this.#dtype = dtype;
    this.#batchSize = batchSize;
    this.#load = load;
  }

  /**
   * @throws {IllegalStateException} if the package is not installed, or the folder has no model
   */
  override async call(
    { inputs }: EmbeddingRequest,
    { signal }: EmbeddingModelRunOptions = {},
  ): Promise<EmbeddingResponse> {
    signal?.throwIfAborted();
    const extraction = await this.#ready();
    const results: { readonly index: number; readonly output: Float32Array }[] = [];
    for (let start = 0; start < inputs.length; start += this.#batchSize) {
      const batch = inputs.slice(start, start + this.#batchSize);
      const vectors = await this.#oneAfterAnother(async () => {
        signal?.throwIfAborted();
        return this.#extract(extraction, batch);
      });
      for (const output of vectors) results.push({ index: results.length, output });
    }
    return { results, metadata: { model: this.folder, usage: EMPTY_USAGE } };
  }

  /** The weights are loaded once; a failure is not kept, so that it can be mended while the process runs. */
  async #ready(): Promise<FeatureExtraction> {
    this.#extraction ??= this.#open();
    try {
      return await this.#extraction;
    } catch (error) {
      this.#extraction = undefined;
      throw error;
    }
  }

  async #open(): Promise<FeatureExtraction> {
    const transformers = await this.#load();
    try {
      return await transformers.pipeline('feature-extraction', this.folder, {
        dtype: this.#dtype,
        local_files_only: true,
      });
    } catch (cause) {
      throw new IllegalStateException(
        `The folder '${this.folder}' has no embedding model that transformers.js can load with dtype '${this.#dtype}': ` +
          `${(cause as Error).message} Nothing is downloaded; put the model's files there.`,
        { cause },
      );
    }
  }

  async #extract(extraction: FeatureExtraction, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { dims, data } = await extraction([...texts], { pooling: this.#pooling, normalize: true });
    const length = dims.at(-1) ?? 0;
    const numbers = Float32Array.from(data);
    return texts.map((_, at) => numbers.slice(at * length, (at + 1) * length));
  }

  /** The runtime uses all processors for one batch, so a second one at the same time only takes memory. */
  async #oneAfterAnother<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

async function loadPackage(): Promise<TransformersPackage> {
  try {
    return (await import(PACKAGE)) as TransformersPackage;
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new IllegalStateException(
      `TransformersEmbeddingModel needs the package ${PACKAGE}, which is not installed. Run: npm install ${PACKAGE}`,
      { cause },
    );
  }
}
