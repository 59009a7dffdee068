import { type Message, messageFromJson, type MessageJson, messageToJson } from '@toolwright/model';

/** As {@link PostgresChatMemoryRepository.TIMESTAMP}, which promises it. */
const TIMESTAMP = 'JdbcChatMemoryRepository_message_timestamp';

/** The types, the messages as JSON text and the times of messages that were stored before, column by column. @internal */
export function columnsOf(messages: readonly Message[]): readonly (readonly (string | null)[])[] {
  return [
    messages.map(({ messageType }) => messageType),
    messages.map((message) => JSON.stringify(withoutTime(messageToJson(message)))),
    messages.map(({ metadata }) => timeOf(metadata[TIMESTAMP])),
  ];
}

/** @param at milliseconds since 1970 @internal */
export function messageFrom(json: MessageJson, at: number): Message {
  return messageFromJson({ ...json, metadata: { ...json.metadata, [TIMESTAMP]: new Date(at).toISOString() } });
}

function withoutTime(json: MessageJson): MessageJson {
  if (!json.metadata || !(TIMESTAMP in json.metadata)) return json;
  const { [TIMESTAMP]: _time, ...metadata } = json.metadata;
  const { metadata: _metadata, ...rest } = json;
  return Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest;
}

function timeOf(value: unknown): string | null {
  const time = typeof value === 'string' || value instanceof Date ? new Date(value) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}
