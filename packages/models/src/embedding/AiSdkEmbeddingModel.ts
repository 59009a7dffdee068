import type { EmbeddingModelV2, EmbeddingModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import { IllegalArgumentException, requireNonNull } from '@toolwright/core';
import {
  EmbeddingModel,
  type EmbeddingModelRunOptions,
  type EmbeddingRequest,
  type EmbeddingResponse,
  usageOf,
} from '@toolwright/model';
import { ModelResponseException } from '../request/ModelResponseException.js';
import { RequestPolicy } from '../request/RequestPolicy.js';

/** An embedding model of any provider of the Vercel AI SDK: specification V2 or V3, or V4, which is told by its shape. */
export type AiSdkEmbedding = EmbeddingModelV2<string> | EmbeddingModelV3 | AiSdkEmbeddingV4;

/** An embedding model of specification V4, as far as it is used here; its types need a newer Node.js. */
export interface AiSdkEmbeddingV4 {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: never): PromiseLike<unknown>;
}

/** Settings of an {@link AiSdkEmbeddingModel}. */
export interface AiSdkEmbeddingModelOptions {
  /** Options of the provider by its name, such as `{ openai: { dimensions: 512 } }`, sent with every request. */
  readonly providerOptions?: SharedV3ProviderOptions;
  /** How requests are sent; default: three attempts, ten minutes each. */
  readonly policy?: RequestPolicy;
}

/** What the specifications have in common. */
interface ProviderEmbedding {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: {
    readonly values: readonly string[];
    readonly abortSignal: AbortSignal;
    readonly providerOptions?: SharedV3ProviderOptions;
  }): PromiseLike<ProviderEmbeddings>;
}

interface ProviderEmbeddings {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage?: { readonly tokens: number };
}

const SPECIFICATIONS = ['v2', 'v3', 'v4'];

/** Requests for parts of one list that run at the same time, where the provider allows it. */
const PARALLEL_REQUESTS = 4;

/**
 * Any embedding model of the Vercel AI SDK. Lists that are longer than the provider takes are sent in parts.
 *
 * @example
 * const model = new AiSdkEmbeddingModel(openai.embeddingModel('text-embedding-3-small'));
 */
export class AiSdkEmbeddingModel extends EmbeddingModel {
  readonly #model: ProviderEmbedding;
  readonly #name: string;
  readonly #providerOptions: SharedV3ProviderOptions | undefined;
  readonly #policy: RequestPolicy;

  /** @throws {IllegalArgumentException} if the model follows none of the specifications V2, V3 and V4 */
  constructor(model: AiSdkEmbedding, options: AiSdkEmbeddingModelOptions = {}) {
    super();
    this.#model = requireNonNull(model, 'model cannot be null') as ProviderEmbedding;
    const { specificationVersion, provider, modelId } = this.#model;
    if (!SPECIFICATIONS.includes(specificationVersion)) {
      throw new IllegalArgumentException(
        `The embedding model '${modelId}' follows the specification '${specificationVersion}' of the AI SDK; v2, v3 and v4 are supported`,
      );
    }
    this.#name = `${provider}/${modelId}`;
    this.#providerOptions = options.providerOptions;
    this.#policy = options.policy ?? new RequestPolicy();
  }

  /**
   * @throws {ModelRequestException} if the provider refuses the request or cannot be reached
   * @throws {ModelTimeoutException} if it takes too long
   * @throws {ModelResponseException} if there is not one vector for each text
   * @throws {IllegalArgumentException} if the request's options name another model or a length of vectors: both are
   *   decided by the model, and by its `providerOptions`
   */
  override async call(
    { inputs, options }: EmbeddingRequest,
    { signal }: EmbeddingModelRunOptions = {},
  ): Promise<EmbeddingResponse> {
    signal?.throwIfAborted();
    if ((options?.model && options.model !== this.#model.modelId) || options?.dimensions) {
      throw new IllegalArgumentException(
        `The model '${this.#model.modelId}' cannot embed as another model or with other dimensions. Create it with the provider's options instead.`,
      );
    }
    const answers = await this.#embedParts(await this.#partsOf(inputs), signal);
    const vectors = answers.flatMap(({ embeddings }) => embeddings);
    const tokens = answers.reduce((sum, { usage }) => sum + (usage?.tokens ?? 0), 0);
    return {
      results: vectors.map((vector, index) => ({ index, output: Float32Array.from(vector) })),
      metadata: { model: this.#model.modelId, usage: usageOf(tokens, 0) },
    };
  }

  async #partsOf(inputs: readonly string[]): Promise<readonly (readonly string[])[]> {
    const most = (await this.#model.maxEmbeddingsPerCall) ?? Infinity;
    const size = Math.max(1, Math.min(most, inputs.length));
    const parts: (readonly string[])[] = [];
    for (let start = 0; start < inputs.length; start += size) parts.push(inputs.slice(start, start + size));
    return parts;
  }

  async #embedParts(
    parts: readonly (readonly string[])[],
    signal: AbortSignal | undefined,
  ): Promise<readonly ProviderEmbeddings[]> {
    const atATime = (await this.#model.supportsParallelCalls) ? PARALLEL_REQUESTS : 1;
    const failed = new AbortController();
    const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const answers: ProviderEmbeddings[] = [];
    try {
      for (let start = 0; start < parts.length; start += atATime) {
        const some = parts.slice(start, start + atATime);
        answers.push(...(await Promise.all(some.map((values) => this.#embedPart(values, either)))));
      }
    } catch (error) {
      // Nobody needs the others of its time any more, nor their next attempts.
      failed.abort(error);
      throw error;
    }
    return answers;
  }

  async #embedPart(values: readonly string[], signal: AbortSignal | undefined): Promise<ProviderEmbeddings> {
    const providerOptions = this.#providerOptions && { providerOptions: this.#providerOptions };
    const answer = await this.#policy.run(
      this.#name,
      async (abortSignal) => this.#model.doEmbed({ values: [...values], abortSignal, ...providerOptions }),
      signal,
    );
    const count = answer.embeddings?.length;
    if (count === values.length) return answer;
    throw new ModelResponseException(this.#name, `it has ${count ?? 0} vectors for ${values.length} texts`);
  }
}
