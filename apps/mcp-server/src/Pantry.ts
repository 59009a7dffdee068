import { Component } from '@toolwright/boot';

/** What is in the pantry, in pieces. */
@Component()
export class Pantry {
  readonly #stock = new Map([
    ['eggs', 6],
    ['flour', 2],
    ['milk', 1],
  ]);

  /** The names of all articles, sorted. */
  get articles(): readonly string[] {
    return [...this.#stock.keys()].sort();
  }

  /** How many pieces there are; 0 for an article that nobody knows. */
  count(article: string): number {
    return this.#stock.get(article) ?? 0;
  }

  /**
   * Takes pieces out, or puts them in with a negative number.
   *
   * @returns how many are left
   * @throws {RangeError} if there are not enough
   */
  take(article: string, pieces: number): number {
    const left = this.count(article) - pieces;
    if (left < 0) throw new RangeError(`There are only ${this.count(article)} ${article}`);
    this.#stock.set(article, left);
    return left;
  }
}
