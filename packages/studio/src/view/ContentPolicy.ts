import { IllegalStateException, LoggerFactory } from '@toolwright/core';
import { ContentWriter } from './ContentWriter.js';

const logger = LoggerFactory.getLogger('toolwright.studio');

/** What a studio shows of texts, arguments and results. */
export interface ContentOptions {
  /** Whether they are shown from the start; default false. */
  readonly includeContent?: boolean;
  /** Whether the page may switch them on and off; default true. Without either, the studio does not even keep them. */
  readonly contentSwitch?: boolean;
}

/**
 * Whether content is shown. It is hidden at first, because turns hold what users wrote and what tools found, and a page on
 * a screen is seen by more people than a process; whoever has the token may switch it on until the process ends.
 */
export class ContentPolicy {
  readonly switchable: boolean;
  #visible: boolean;
  readonly #listeners: ((visible: boolean) => void)[] = [];

  constructor({ includeContent = false, contentSwitch = true }: ContentOptions = {}) {
    this.#visible = includeContent;
    this.switchable = contentSwitch;
  }

  get visible(): boolean {
    return this.#visible;
  }

  /** Whether content may ever be shown. */
  get kept(): boolean {
    return this.#visible || this.switchable;
  }

  /** @throws {IllegalStateException} if the page may not do that */
  show(visible: boolean): void {
    if (visible === this.#visible) return;
    if (!this.switchable) {
      throw new IllegalStateException(
        'Content cannot be switched in the page: studio.content-switch=false. Set studio.include-content instead.',
      );
    }
    this.#visible = visible;
    if (visible) logger.warn('The studio shows texts, arguments and results of turns, as its page was told to.');
    else logger.info('The studio hides texts, arguments and results of turns again.');
    for (const listener of this.#listeners) listener(visible);
  }

  onChange(listener: (visible: boolean) => void): void {
    this.#listeners.push(listener);
  }

  /** @param maxLength UTF-16 units of a text that are sent at once */
  writer(maxLength: number): ContentWriter {
    return new ContentWriter(this.#visible, maxLength);
  }
}
