import { isDeepStrictEqual } from 'node:util';

/** The role of a message in a conversation. */
export type MessageType = 'system' | 'user' | 'assistant' | 'tool';

/** Open, read-only data attached to a message; always has the entry `messageType`. */
export type MessageMetadata = Readonly<Record<string, unknown>>;

/**
 * One message of a conversation. Messages are immutable and may be shared between prompts, turns and memories.
 */
export abstract class Message {
  abstract readonly messageType: MessageType;

  /** The text; null only where an assistant message has none, `''` for a tool-response message. */
  abstract readonly text: string | null;

  /** At least `messageType`; entries given by the author are kept. */
  abstract readonly metadata: MessageMetadata;

  /** Whether the other message has the same type, text, metadata and parts. Media of a user message do not count (AD-20). */
  equals(other: Message): boolean {
    return (
      this === other ||
      (this.messageType === other.messageType &&
        this.text === other.text &&
        isDeepStrictEqual(this.metadata, other.metadata) &&
        this.hasEqualParts(other))
    );
  }

  /** Compares what only this type of message has; `other` is of the same {@link messageType}. */
  protected hasEqualParts(_other: Message): boolean {
    return true;
  }
}

/**
 * The metadata of a message of the given type: the author's entries plus `messageType`.
 *
 * @internal
 */
export function messageMetadata(messageType: MessageType, metadata?: MessageMetadata | null): MessageMetadata {
  for (const _ in metadata) return Object.freeze({ ...metadata, messageType });
  return BARE_METADATA[messageType];
}

const BARE_METADATA: Readonly<Record<MessageType, MessageMetadata>> = {
  system: Object.freeze({ messageType: 'system' }),
  user: Object.freeze({ messageType: 'user' }),
  assistant: Object.freeze({ messageType: 'assistant' }),
  tool: Object.freeze({ messageType: 'tool' }),
};
