import type { EventStore, JSONRPCMessage } from '../sdk/serverSdkTypes.js';

const MAX_EVENTS = 1000;

/** What a session sent last, so that a client that lost its stream gets the rest; the oldest is forgotten first. */
export class SessionEvents implements EventStore {
  readonly #events = new Map<string, { readonly stream: string; readonly message: JSONRPCMessage }>();

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = crypto.randomUUID();
    this.#events.set(id, { stream, message });
    const [oldest] = this.#events.keys();
    if (this.#events.size > MAX_EVENTS && oldest !== undefined) this.#events.delete(oldest);
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
