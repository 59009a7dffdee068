import { isSameMessage, type RecordedMessage } from './recordMessage.js';

/** What a request has that the one before had not, and what it has left out. */
export interface MessageChange {
  readonly added: readonly RecordedMessage[];
  readonly dropped: readonly RecordedMessage[];
}

/** Compares two requests of a turn. Nearly all messages are the same objects; the few others are compared in full. */
export function compareMessages(before: readonly RecordedMessage[], after: readonly RecordedMessage[]): MessageChange {
  const known = new Set(before);
  const kept = new Set(after);
  const missing = before.filter((message) => !kept.has(message));
  const added = after.filter((message) => {
    if (known.has(message)) return false;
    const at = missing.findIndex((other) => isSameMessage(message, other));
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  });
  return { added, dropped: missing };
}
