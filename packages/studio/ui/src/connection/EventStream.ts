import { createParser } from 'eventsource-parser';
import type { StudioEvent } from '@toolwright/studio/protocol';

/** Whether events arrive: `lost` while the connection is made again, `refused` if the session is no longer valid. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'refused';

/** An event with its id, by which it is known whether an answer of the studio already includes it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: StudioEvent;
}

type EventListener = (received: ReceivedEvent) => void;

const FIRST_DELAY = 500;
const LONGEST_DELAY = 5_000;

/**
 * The studio's events, from the moment of {@link start}. A lost connection is made again for as long as the page lives,
 * with the id of the last event, so that nothing is missed. `EventSource` gives up on some failures and hides their
 * reason; this reads the stream from `fetch`.
 */
export class EventStream {
  readonly #url: string;
  readonly #listeners = new Set<EventListener>();
  readonly #stateListeners = new Set<() => void>();
  #state: StreamState = 'connecting';
  #lastEventId = '';
  #stop: AbortController | undefined;
  #wake: (() => void) | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Connects; the answer ends the connection for good. */
  start(): () => void {
    const stop = new AbortController();
    this.#stop?.abort();
    this.#stop = stop;
    void this.#run(stop.signal);
    return () => stop.abort();
  }

  /** Connects at once instead of at the end of the wait. */
  retryNow(): void {
    this.#wake?.();
  }

  /** Listens to the events; the answer ends it. */
  readonly onEvent = (listener: EventListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Listens to changes of {@link state}; the answer ends it. */
  readonly onState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  async #run(signal: AbortSignal): Promise<void> {
    let delay = FIRST_DELAY;
    while (!signal.aborted) {
      try {
        await this.#read(signal, () => {
          delay = FIRST_DELAY;
        });
      } catch {
        // Whatever ended the connection, it is made again.
      }
      if (signal.aborted || this.#state === 'refused') return;
      this.#setState('lost');
      await this.#pause(delay, signal);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    }
  }

  async #read(signal: AbortSignal, onOpen: () => void): Promise<void> {
    const response = await fetch(this.#url, {
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'text/event-stream',
        ...(this.#lastEventId === '' ? {} : { 'last-event-id': this.#lastEventId }),
      },
    });
    if (response.status === 401 || response.status === 403) {
      this.#setState('refused');
      return;
    }
    if (!response.ok || response.body === null) return;
    onOpen();
    this.#setState('open');
    // Nobody knows what happened before a connection without a last event: what was loaded may miss it.
    if (this.#lastEventId === '') this.#tell({ id: '', event: { type: 'reset' } });
    const parser = createParser({
      onEvent: ({ id = '', data }) => {
        if (id !== '') this.#lastEventId = id;
        this.#tell({ id, event: JSON.parse(data) as StudioEvent });
      },
    });
    for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  }

  #tell(received: ReceivedEvent): void {
    for (const listener of this.#listeners) listener(received);
  }

  #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      signal.addEventListener('abort', finish);
      this.#wake = finish;
    });
  }

  #setState(state: StreamState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}

/** Whether an event comes after another: ids are a mark of the process and a number that counts up. */
export function isLater(id: string, than: string): boolean {
  const [mark, number] = partsOf(id);
  const [otherMark, otherNumber] = partsOf(than);
  return mark !== otherMark || number > otherNumber;
}

function partsOf(id: string): readonly [string, number] {
  const [, mark = '', number = '0'] = /^(.*?)(\d*)$/s.exec(id) ?? [];
  return [mark, Number(number)];
}
