import { isDeepStrictEqual } from 'node:util';
import { Message, type MessageMetadata, messageMetadata } from './Message.js';

/** Why a tool response is an error (TX-13). */
export interface ToolResponseError {
  /** Stable identifier such as `LIMIT_EXCEEDED`, `UNKNOWN_TOOL`, `INVALID_ARGUMENTS`, `TOOL_FAILED`. */
  readonly code: string;
  /** The step that failed. */
  readonly phase: 'resolve' | 'limits' | 'arguments' | 'execute' | 'convert';
}

/** The answer to one {@link ToolCall}. */
export interface ToolResponse {
  /** The id of the call that it answers. */
  readonly id: string;
  readonly name: string;
  /** The result as text, or the text that explains the error. */
  readonly responseData: string;
  /** Present, and true, only when the call failed. */
  readonly isError?: true;
  /** Present only when the call failed. */
  readonly error?: ToolResponseError;
}

/** The results of all tool calls of one assistant message, in the order of the calls. */
export class ToolResponseMessage extends Message {
  override readonly messageType = 'tool';
  override readonly text = '';
  override readonly metadata: MessageMetadata;
  readonly responses: readonly ToolResponse[];

  constructor(responses: readonly ToolResponse[], metadata?: MessageMetadata) {
    super();
    this.responses = responses;
    this.metadata = messageMetadata('tool', metadata);
  }

  protected override hasEqualParts(other: ToolResponseMessage): boolean {
    return isDeepStrictEqual(this.responses, other.responses);
  }
}
