import { randomBytes } from 'node:crypto';
import type { StudioEvent } from '../protocol/index.js';

/** An event as it goes over the wire. */
export interface LoggedEvent {
  readonly id: string;
  /** The event as JSON. */
  readonly data: string;
}

/** Is told of every event from now on. */
export type EventListener = (event: LoggedEvent) => void;

/**
 * The latest events, so that a page whose connection was cut misses none. Ids count up; they begin with a mark of this
 * log, so that those of a process before are not mistaken for its own.
 */
export class EventLog {
  readonly #mark = randomBytes(6).toString('base64url');
  readonly #maxEvents: number;
  readonly #maxSize: number;
  readonly #events: LoggedEvent[] = [];
  readonly #listeners = new Set<EventListener>();
  #sequence = 0;
  /** The sequence of the oldest event that is kept, less one. */
  #forgotten = 0;
  #size = 0;

  /**
   * @param maxEvents how many events are kept
   * @param maxSize how many UTF-16 units they may take together
   */
  constructor(maxEvents = 5000, maxSize = 4 * 2 ** 20) {
    this.#maxEvents = maxEvents;
    this.#maxSize = maxSize;
  }

  /** The id of the last event; also before the first one. */
  get lastId(): string {
    return this.#idOf(this.#sequence);
  }

  /** How many listeners there are. */
  get listeners(): number {
    return this.#listeners.size;
  }

  append(event: StudioEvent): void {
    const logged = { id: this.#idOf(++this.#sequence), data: JSON.stringify(event) };
    this.#events.push(logged);
    this.#size += logged.data.length;
    if (this.#events.length > this.#maxEvents || this.#size > this.#maxSize) this.#forget();
    for (const listener of this.#listeners) listener(logged);
  }

  /** The events behind this one; null if some of them are not known any more, or the id is of another log. */
  after(id: string): readonly LoggedEvent[] | null {
    const [mark, number] = id.split(':');
    const sequence = Number(number);
    if (mark !== this.#mark || !Number.isSafeInteger(sequence)) return null;
    if (sequence < this.#forgotten || sequence > this.#sequence) return null;
    return this.#events.slice(sequence - this.#forgotten);
  }

  /** @returns ends it */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets all events: whoever asks for those behind one of them is told to load everything again. */
  clear(): void {
    this.#events.length = 0;
    this.#size = 0;
    this.#forgotten = ++this.#sequence;
  }

  /** A quarter at a time, because the front of a list is expensive to take away. */
  #forget(): void {
    let count = 0;
    while (
      count < this.#events.length - 1 &&
      (this.#events.length - count > this.#maxEvents * 0.75 || this.#size > this.#maxSize * 0.75)
    ) {
      this.#size -= (this.#events[count++] as LoggedEvent).data.length;
    }
    this.#events.splice(0, count);
    this.#forgotten += count;
  }

  #idOf(sequence: number): string {
    return `${this.#mark}:${sequence}`;
  }
}
