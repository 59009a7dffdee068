import { IllegalArgumentException } from '@toolwright/core';
import { AssistantMessage, type ToolCall } from './AssistantMessage.js';
import { fromJsonValue, toJsonValue } from './jsonValue.js';
import type { Media } from './Media.js';
import type { Message, MessageMetadata, MessageType } from './Message.js';
import { SystemMessage } from './SystemMessage.js';
import { type ToolResponse, ToolResponseMessage } from './ToolResponseMessage.js';
import { UserMessage } from './UserMessage.js';

/** A message as JSON data, for stores; parts that a message does not have are left out. */
export interface MessageJson {
  readonly type: MessageType;
  /** Left out where it is null or empty by nature (tool responses). */
  readonly text?: string;
  /** The author's entries, without `messageType`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly media?: readonly MediaJson[];
  readonly toolCalls?: readonly ToolCall[];
  readonly responses?: readonly ToolResponse[];
}

/** {@link Media} as JSON data: either an address or bytes. */
export interface MediaJson {
  readonly mimeType: string;
  readonly url?: string;
  /** The bytes as Base64. */
  readonly base64?: string;
  readonly id?: string;
  readonly name?: string;
}

type Parts = Partial<Pick<AssistantMessage, 'toolCalls' | 'media'> & Pick<ToolResponseMessage, 'responses'>>;

/**
 * A message as JSON data that {@link messageFromJson} turns back into an equal message. Metadata may hold what JSON can,
 * and dates, addresses, bytes, big integers, maps and sets; entries that are functions, symbols or part of a cycle are
 * left out, and objects of other classes come back as plain ones.
 */
export function messageToJson(message: Message): MessageJson {
  const { toolCalls, responses, media } = message as Parts;
  const { messageType: _messageType, ...entries } = message.metadata;
  const hasText = message.text !== null && message.messageType !== 'tool';
  return {
    type: message.messageType,
    ...(hasText && { text: message.text }),
    ...(Object.keys(entries).length > 0 && { metadata: toJsonValue(entries) as Record<string, unknown> }),
    ...(media && media.length > 0 && { media: media.map(mediaToJson) }),
    ...(toolCalls && toolCalls.length > 0 && { toolCalls }),
    ...(responses && { responses }),
  };
}

/** @throws {IllegalArgumentException} if the data is no message */
export function messageFromJson(json: MessageJson): Message {
  const metadata = json.metadata ? (fromJsonValue(json.metadata) as MessageMetadata) : undefined;
  const parts = { ...(metadata && { metadata }), ...(json.media && { media: json.media.map(mediaFromJson) }) };
  switch (json.type) {
    case 'system':
      return new SystemMessage(json.text ?? '', metadata);
    case 'user':
      return new UserMessage(json.text ?? '', parts);
    case 'assistant':
      return new AssistantMessage(json.text ?? null, {
        ...parts,
        ...(json.toolCalls && { toolCalls: json.toolCalls }),
      });
    case 'tool':
      return new ToolResponseMessage(json.responses ?? [], metadata);
    default:
      throw new IllegalArgumentException(`'${String(json.type)}' is no type of message`);
  }
}

function mediaToJson({ mimeType, data, id, name }: Media): MediaJson {
  return {
    mimeType,
    ...(data instanceof URL ? { url: data.href } : { base64: Buffer.from(data).toString('base64') }),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  };
}

function mediaFromJson({ mimeType, url, base64, id, name }: MediaJson): Media {
  return {
    mimeType,
    data: url === undefined ? new Uint8Array(Buffer.from(base64 ?? '', 'base64')) : new URL(url),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  };
}
