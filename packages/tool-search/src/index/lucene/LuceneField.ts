import { wordsOf } from './wordsOf.js';

const K1 = 1.2;
const B = 0.75;

/** One searched text of each tool of a set, by its words. Immutable. */
export class LuceneField {
  /** For each word, the places where it stands in each text that has it. */
  readonly #places = new Map<string, Map<number, number[]>>();
  readonly #lengths: number[] = [];
  readonly #texts: number;
  readonly #averageLength: number;
  readonly #longest: number;

  /** @param texts the texts of the tools in the order of the set */
  constructor(texts: readonly string[]) {
    let total = 0;
    let filled = 0;
    let longest = 0;
    texts.forEach((text, tool) => {
      const words = wordsOf(text);
      words.forEach((word, place) => this.#add(word, tool, place));
      this.#lengths.push(words.length);
      total += words.length;
      longest = Math.max(longest, words.length);
      if (words.length > 0) filled += 1;
    });
    this.#texts = filled;
    this.#longest = longest;
    this.#averageLength = filled === 0 ? 0 : total / filled;
  }

  /** Adds the BM25 score of each word, times `boost`, to the scores of the tools whose text has it. */
  scoreWords(words: readonly string[], boost: number, scores: Map<number, number>): void {
    for (const word of words) {
      const places = this.#places.get(word);
      if (!places) continue;
      const idf = this.#idf(places.size);
      for (const [tool, { length }] of places) this.#score(tool, idf, length, boost, scores);
    }
  }

  /** Adds the BM25 score of the words in exactly this order, times `boost`; a phrase is as rare as all its words together. */
  scorePhrase(words: readonly string[], boost: number, scores: Map<number, number>): void {
    // No text has it; a model may send any number of words.
    if (words.length > this.#longest) return;
    const [first, ...rest] = words.map((word) => this.#places.get(word));
    if (!first || rest.includes(undefined)) return;
    const others = rest as Map<number, number[]>[];
    const idf = others.reduce((sum, { size }) => sum + this.#idf(size), this.#idf(first.size));
    for (const [tool, starts] of first) {
      const following = others.map((places) => new Set(places.get(tool)));
      const frequency = starts.filter((start) =>
        following.every((places, index) => places.has(start + index + 1)),
      ).length;
      if (frequency > 0) this.#score(tool, idf, frequency, boost, scores);
    }
  }

  #add(word: string, tool: number, place: number): void {
    let places = this.#places.get(word);
    if (!places) {
      places = new Map<number, number[]>();
      this.#places.set(word, places);
    }
    const known = places.get(tool);
    if (known) known.push(place);
    else places.set(tool, [place]);
  }

  #idf(textsWithWord: number): number {
    return Math.log(1 + (this.#texts - textsWithWord + 0.5) / (textsWithWord + 0.5));
  }

  #score(tool: number, idf: number, frequency: number, boost: number, scores: Map<number, number>): void {
    const length = (this.#lengths[tool] as number) / this.#averageLength;
    const score = (boost * idf * frequency) / (frequency + K1 * (1 - B + B * length));
    scores.set(tool, (scores.get(tool) ?? 0) + score);
  }
}
