import { requireNonNull } from '@toolwright/core';
import { Message, type MessageMetadata, messageMetadata } from './Message.js';

/** Instructions that stand above the conversation. */
export class SystemMessage extends Message {
  override readonly messageType = 'system';
  override readonly text: string;
  override readonly metadata: MessageMetadata;

  /** @throws {IllegalArgumentException} `Content must not be null for SYSTEM or USER messages` */
  constructor(text: string, metadata?: MessageMetadata) {
    super();
    this.text = requireNonNull(text, 'Content must not be null for SYSTEM or USER messages');
    this.metadata = messageMetadata('system', metadata);
  }
}
