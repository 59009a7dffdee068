import { requireNonNull } from '@toolwright/core';
import type { Media } from './Media.js';
import { Message, type MessageMetadata, messageMetadata } from './Message.js';

/** Parts of a {@link UserMessage} beside its text. */
export interface UserMessageParts {
  readonly media?: readonly Media[];
  readonly metadata?: MessageMetadata;
}

/** What the person, or the application in their place, says. */
export class UserMessage extends Message {
  override readonly messageType = 'user';
  override readonly text: string;
  override readonly metadata: MessageMetadata;
  readonly media: readonly Media[];

  /** @throws {IllegalArgumentException} `Content must not be null for SYSTEM or USER messages` */
  constructor(text: string, parts: UserMessageParts = {}) {
    super();
    this.text = requireNonNull(text, 'Content must not be null for SYSTEM or USER messages');
    this.metadata = messageMetadata('user', parts.metadata);
    this.media = parts.media ?? [];
  }
}
