import { isDeepStrictEqual } from 'node:util';
import type { Media } from './Media.js';
import { Message, type MessageMetadata, messageMetadata } from './Message.js';

/** One request of the model to run a tool. */
export interface ToolCall {
  /** Links the call with its response; made by the model's provider. */
  readonly id: string;
  /** Kind of tool; `function` for everything that Toolwright runs. */
  readonly type: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON text, if the model behaves. */
  readonly arguments: string;
  /** Position of the call in its message; given only on pieces of a call in a stream, to tell which call they continue. */
  readonly index?: number;
}

/** Parts of an {@link AssistantMessage} beside its text. */
export interface AssistantMessageParts {
  readonly toolCalls?: readonly ToolCall[];
  readonly media?: readonly Media[];
  readonly metadata?: MessageMetadata;
}

const NO_TOOL_CALLS: readonly ToolCall[] = Object.freeze([]);
const NO_MEDIA: readonly Media[] = Object.freeze([]);

/** What the model answered: text, requests to run tools, or both. */
export class AssistantMessage extends Message {
  override readonly messageType = 'assistant';
  override readonly text: string | null;
  override readonly metadata: MessageMetadata;
  readonly toolCalls: readonly ToolCall[];
  readonly media: readonly Media[];

  constructor(text: string | null, parts: AssistantMessageParts = {}) {
    super();
    this.text = text ?? null;
    this.toolCalls = parts.toolCalls ?? NO_TOOL_CALLS;
    this.media = parts.media ?? NO_MEDIA;
    this.metadata = messageMetadata('assistant', parts.metadata);
  }

  /** Whether the model asks for at least one tool. */
  hasToolCalls(): boolean {
    return this.toolCalls.length > 0;
  }

  protected override hasEqualParts(other: AssistantMessage): boolean {
    return isDeepStrictEqual(this.toolCalls, other.toolCalls) && isDeepStrictEqual(this.media, other.media);
  }
}
