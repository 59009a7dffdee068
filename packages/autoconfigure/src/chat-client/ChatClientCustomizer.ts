import type { ChatClient } from '@toolwright/chat';

/** Changes every `ChatClient.Builder` that the container hands out; several run in their order (BB-17). */
export abstract class ChatClientCustomizer {
  /** @param builder a builder of the caller's own; whatever is set on it stays with that caller */
  abstract customize(builder: ChatClient.Builder): void;
}
