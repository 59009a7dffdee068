import type { Usage } from '../response/Usage.js';

/** The vector of one text. */
export interface Embedding {
  /** Place of the text in the request. */
  readonly index: number;
  readonly output: Float32Array;
}

/** The answer of an embedding model. */
export interface EmbeddingResponse {
  /** One for each text, in the order of the request. */
  readonly results: readonly Embedding[];
  readonly metadata: {
    /** Name of the model that answered; null if it is not known. */
    readonly model: string | null;
    readonly usage: Usage;
  };
}
