import type { Document } from '../document/Document.js';
import type { EmbeddingRequest } from './EmbeddingRequest.js';
import type { EmbeddingResponse } from './EmbeddingResponse.js';

/** How an embedding request is run. */
export interface EmbeddingModelRunOptions {
  /** Ends the request when it fires; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Turns texts into vectors that are near each other where the texts mean the same. All vectors of one model have the same
 * length. One instance serves any number of concurrent requests.
 */
export abstract class EmbeddingModel {
  /** Embeds the texts of a request; the results have their order. */
  abstract call(request: EmbeddingRequest, options?: EmbeddingModelRunOptions): Promise<EmbeddingResponse>;

  /** The vector of one text or document. */
  embed(text: string | Document, options?: EmbeddingModelRunOptions): Promise<Float32Array>;
  /** The vectors of texts, in their order; of none without asking the model. */
  embed(texts: readonly string[], options?: EmbeddingModelRunOptions): Promise<readonly Float32Array[]>;
  async embed(
    input: string | Document | readonly string[],
    options?: EmbeddingModelRunOptions,
  ): Promise<Float32Array | readonly Float32Array[]> {
    if (isList(input)) return input.length === 0 ? [] : this.#vectors(input, options);
    const [vector] = await this.#vectors([typeof input === 'string' ? input : input.text], options);
    return vector as Float32Array;
  }

  /** How many numbers a vector has; by default a text is embedded to find out. */
  async dimensions(): Promise<number> {
    return (await this.embed('dimensions')).length;
  }

  async #vectors(inputs: readonly string[], options?: EmbeddingModelRunOptions): Promise<readonly Float32Array[]> {
    const { results } = await this.call({ inputs }, options);
    return results.map(({ output }) => output);
  }
}

const isList = (input: string | Document | readonly string[]): input is readonly string[] => Array.isArray(input);
