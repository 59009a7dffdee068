import type { TextContent } from '../protocol/index.js';
import { cutAt, type StoredText } from '../recording/StoredText.js';

/** Writes texts for the page: hidden, whole, or cut. */
export class ContentWriter {
  readonly #visible: boolean;
  readonly #maxLength: number;

  /** @param maxLength UTF-16 units of a text that are sent at once */
  constructor(visible: boolean, maxLength: number) {
    this.#visible = visible;
    this.#maxLength = maxLength;
  }

  /** @param ref names the text within its turn */
  text({ text, length }: StoredText, ref: string): TextContent {
    if (!this.#visible) return { text: null, length };
    const stored = text.length < length ? { stored: text.length } : {};
    if (text.length <= this.#maxLength) return { text, length, ...stored };
    return { text: text.slice(0, cutAt(text, this.#maxLength)), length, ref, ...stored };
  }

  /** The beginning of a text, for lists; it has no rest. */
  preview({ text, length }: StoredText): TextContent {
    return { text: this.#visible ? text.slice(0, cutAt(text, PREVIEW)) : null, length };
  }
}

const PREVIEW = 200;
