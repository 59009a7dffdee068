import { HIGHEST_PRECEDENCE } from '@toolwright/boot';
import type { ChatClient } from '@toolwright/chat';
import type { ObservationRegistry } from '@toolwright/core';
import type { Studio } from '@toolwright/studio';
import { ChatClientCustomizer } from '../chat-client/ChatClientCustomizer.js';

/** Lets the studio see the text of every client's turns as it arrives, and go on with those that wait for approvals. */
export class StudioChatClientCustomizer extends ChatClientCustomizer {
  /** Before other customizers, so that their advisors of the same order stand inside. */
  readonly order = HIGHEST_PRECEDENCE;
  readonly #studio: Studio;
  readonly #registry: () => ObservationRegistry | undefined;

  /** @param registry the registry of the clients; undefined if they have none */
  constructor(studio: Studio, registry: () => ObservationRegistry | undefined) {
    super();
    this.#studio = studio;
    this.#registry = registry;
  }

  override customize(builder: ChatClient.Builder): void {
    const registry = this.#registry();
    if (registry) builder.defaultAdvisors(this.#studio.advisor(registry, () => builder.build()));
  }
}
