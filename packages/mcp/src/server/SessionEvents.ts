import type { EventStore, JSONRPCMessage } from '../sdk/serverSdkTypes.js';

const MAX_EVENTS = 1000;
/** Characters of all events together. */
const MAX_SIZE = 4 * 2 ** 20;

interface SentEvent {
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/**
 * What a session sent last, so that a client that lost its stream gets the rest; the oldest is forgotten first. The last one
 * is kept however large it is.
 */
export class SessionEvents implements EventStore {
  readonly #events = new Map<string, SentEvent>();
  #size = 0;

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = crypto.randomUUID();
    const size = sizeOf(message);
    this.#events.set(id, { stream, message, size });
    this.#size += size;
    for (const [oldest, event] of this.#events) {
      if (oldest === id || (this.#events.size <= MAX_EVENTS && this.#size <= MAX_SIZE)) break;
      this.#events.delete(oldest);
      this.#size -= event.size;
    }
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.get(id)?.stream;
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(lastId)?.stream ?? '';
    let after = false;
    for (const [id, event] of [...this.#events]) {
      // The event that opens a stream has no message.
      if (after && event.stream === stream && Object.keys(event.message).length > 0) await send(id, event.message);
      if (id === lastId) after = true;
    }
    return stream;
  }
}

/** Roughly the characters of a value as JSON, without writing it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [key, entry] of Object.entries(value)) size += key.length + sizeOf(entry);
  return size;
}
