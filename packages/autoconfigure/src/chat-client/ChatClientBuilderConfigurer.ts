import type { ChatClient } from '@toolwright/chat';
import type { ChatClientCustomizer } from './ChatClientCustomizer.js';

/** Applies the application's customizers, for clients that are built by hand over a model of their own (BX-20). */
export class ChatClientBuilderConfigurer {
  readonly #customizers: readonly ChatClientCustomizer[];

  /** @param customizers in the order in which they run */
  constructor(customizers: readonly ChatClientCustomizer[]) {
    this.#customizers = customizers;
  }

  /** Runs every customizer on `builder` and returns it. */
  configure(builder: ChatClient.Builder): ChatClient.Builder {
    for (const customizer of this.#customizers) customizer.customize(builder);
    return builder;
  }
}
