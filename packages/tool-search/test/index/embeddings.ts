import {
  Document,
  EMPTY_USAGE,
  EmbeddingModel,
  type EmbeddingModelRunOptions,
  type EmbeddingRequest,
  type EmbeddingResponse,
  type FilterExpression,
  type SearchRequest,
  SimpleVectorStore,
  VectorStore,
} from '@toolwright/model';

const DIMENSIONS = 256;

/** Counts the words and character pairs of a text in slots: texts with the same words are near each other. */
export class HashedWordsModel extends EmbeddingModel {
  embedded = 0;
  failure: Error | undefined;

  override async call({ inputs }: EmbeddingRequest, options?: EmbeddingModelRunOptions): Promise<EmbeddingResponse> {
    await Promise.resolve();
    options?.signal?.throwIfAborted();
    if (this.failure) throw this.failure;
    this.embedded += inputs.length;
    const results = inputs.map((text, index) => ({ index, output: vectorOf(text) }));
    return { results, metadata: { model: 'hashed-words', usage: EMPTY_USAGE } };
  }
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const characters = Array.from(word);
    for (const part of characters.length > 2
      ? [word, ...characters.map((c, at) => c + (characters[at + 1] ?? ''))]
      : [word]) {
      let slot = 7;
      for (const character of part) slot = (slot * 31 + (character.codePointAt(0) as number)) % DIMENSIONS;
      vector[slot] = (vector[slot] as number) + 1;
    }
  }
  return vector;
}

/** Notes what is asked of it, and answers as it is told, by default from memory. */
export class RecordingVectorStore extends VectorStore {
  readonly added: (readonly Document[])[] = [];
  readonly deleted: (readonly string[] | FilterExpression)[] = [];
  readonly searches: SearchRequest[] = [];
  readonly model = new HashedWordsModel();
  answer: readonly Document[] | undefined;
  addFailure: Error | undefined;
  readonly #memory = new SimpleVectorStore(this.model);

  get size(): number {
    return this.#memory.size;
  }

  override async add(documents: readonly Document[]): Promise<void> {
    this.added.push(documents);
    if (this.addFailure) throw this.addFailure;
    await this.#memory.add(documents);
  }

  override async delete(idsOrFilter: readonly string[] | FilterExpression): Promise<void> {
    this.deleted.push(idsOrFilter);
    await this.#memory.delete(idsOrFilter);
  }

  override async similaritySearch(
    request: SearchRequest,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly Document[]> {
    this.searches.push(request);
    return this.answer ?? this.#memory.similaritySearch(request, options);
  }
}
