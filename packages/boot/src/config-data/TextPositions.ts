import type { Origin } from '../env/Origin.js';

/** Turns offsets into a file's text into line and column, both from 1. */
export class TextPositions {
  readonly #source: string;
  readonly #lineStarts: number[] = [0];

  /** @param source the file, as messages name it */
  constructor(source: string, text: string) {
    this.#source = source;
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
      this.#lineStarts.push(index + 1);
    }
  }

  originAt(offset: number): Origin {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { source: this.#source, line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }
}
