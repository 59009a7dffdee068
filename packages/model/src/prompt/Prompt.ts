import type { Message } from '../message/Message.js';
import { SystemMessage } from '../message/SystemMessage.js';
import type { ToolResponseMessage } from '../message/ToolResponseMessage.js';
import { UserMessage } from '../message/UserMessage.js';
import type { ChatOptions } from './ChatOptions.js';

/**
 * The messages and options of one model request. Immutable: every change returns a new prompt. The list that is passed
 * in is kept, not copied, and must not be changed afterwards.
 */
export class Prompt {
  /** The messages, in the order in which the model receives them. */
  readonly instructions: readonly Message[];
  readonly options: ChatOptions | null;

  /** @param contents messages, one message, or the text of one user message */
  constructor(contents: readonly Message[] | Message | string, options: ChatOptions | null = null) {
    if (typeof contents === 'string') this.instructions = [new UserMessage(contents)];
    else if (Array.isArray(contents)) this.instructions = contents as readonly Message[];
    else this.instructions = [contents as Message];
    this.options = options ?? null;
  }

  /** The texts of all messages, joined without a separator. */
  get contents(): string {
    return this.instructions.map((message) => message.text ?? '').join('');
  }

  /** The first system message, or an empty one. */
  get systemMessage(): SystemMessage {
    for (const message of this.instructions) if (message.messageType === 'system') return message as SystemMessage;
    return new SystemMessage('');
  }

  /** The last user message, or an empty one. */
  get userMessage(): UserMessage {
    const message = this.instructions.findLast(({ messageType }) => messageType === 'user');
    return (message as UserMessage | undefined) ?? new UserMessage('');
  }

  /** All user messages, in order. */
  get userMessages(): readonly UserMessage[] {
    return this.instructions.filter((message): message is UserMessage => message.messageType === 'user');
  }

  /** The last message of the user or of the tools, or an empty user message. */
  get lastUserOrToolResponseMessage(): UserMessage | ToolResponseMessage {
    const message = this.instructions.findLast(({ messageType }) => messageType === 'user' || messageType === 'tool');
    return (message as UserMessage | ToolResponseMessage | undefined) ?? new UserMessage('');
  }

  /** This prompt with other messages and the same options. */
  withInstructions(instructions: readonly Message[]): Prompt {
    return new Prompt(instructions, this.options);
  }

  /** This prompt with other options and the same messages. */
  withOptions(options: ChatOptions | null): Prompt {
    return new Prompt(this.instructions, options);
  }

  /** Replaces the first system message by `augment` of it; without one, `augment` of an empty one becomes the first message. */
  augmentSystemMessage(augment: (message: SystemMessage) => SystemMessage): Prompt {
    const index = this.instructions.findIndex(({ messageType }) => messageType === 'system');
    if (index < 0) return this.withInstructions([augment(new SystemMessage('')), ...this.instructions]);
    return this.withInstructions(this.instructions.with(index, augment(this.instructions[index] as SystemMessage)));
  }

  /**
   * Replaces the last user message by `augment` of it; without one, `augment` of an empty one is appended. A prompt
   * without messages stays as it is (AD-19).
   */
  augmentUserMessage(augment: (message: UserMessage) => UserMessage): Prompt {
    if (this.instructions.length === 0) return this;
    const index = this.instructions.findLastIndex(({ messageType }) => messageType === 'user');
    if (index < 0) return this.withInstructions([...this.instructions, augment(new UserMessage(''))]);
    return this.withInstructions(this.instructions.with(index, augment(this.instructions[index] as UserMessage)));
  }
}
