/** What an embedding model is asked for beside the texts; a missing entry means the model's default. */
export interface EmbeddingOptions {
  /** Name of the model, as its provider spells it. */
  readonly model?: string | null;
  /** Length of the vectors, where the model can shorten them. */
  readonly dimensions?: number | null;
}

/** Texts to be embedded. */
export interface EmbeddingRequest {
  readonly inputs: readonly string[];
  readonly options?: EmbeddingOptions | null;
}
